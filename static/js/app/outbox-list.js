// Lists what waits on this phone, and what was refused with the reason.
const place = document.querySelector("#outbox");
const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
let listed = "[]";
let waiting = [];

function row(item) {
  const entry = place.querySelector("template").content.cloneNode(true).firstElementChild;
  for (const label of entry.querySelectorAll("strong")) label.textContent = item.label;
  const state = item.refused ? "refused" : item.undo ? "undone" : item.trouble ? "troubled" : "waits";
  for (const part of entry.children) part.hidden = !part.matches(`.outbox-${state}`);
  for (const reason of entry.querySelectorAll(".outbox-reason")) reason.textContent = item.refused || item.trouble;
  entry.querySelector(".outbox-typed").textContent = item.typed ?? "";
  entry.querySelector(".outbox-again").addEventListener("click", () => tell("outbox-again", item));
  entry.querySelector(".outbox-undo").addEventListener("click", () => tell("outbox-undo", item));
  companion.onSecondTap(entry.querySelector(".outbox-discard"), () => tell("outbox-discard", item));
  return entry;
}

function list() {
  // What was refused is not listed on the page that is about it.
  const handled = [...document.querySelectorAll("[data-handled]")].map(({ dataset }) => dataset.handled);
  const all = waiting.filter(({ key, refused }) => !refused || !handled.includes(key));
  // What waits is told at the table, where it can be undone, and where it was typed; the keys are for the round after.
  const form = document.querySelector("form.entry");
  const items = all.filter(({ key, refused }) => !form || refused || form.elements.key.value === key);
  const later = all.filter(({ refused, undo, url }) => !refused && !undo && url.endsWith("/rounds")).length;
  document.querySelector("main").classList.toggle("waits", later > 0);
  const enter = document.querySelector("#enter");
  if (enter?.dataset.after) enter.textContent = enter.dataset.after.replace("@", Number(enter.dataset.number) + later);
  if (JSON.stringify(items) === listed) return;
  listed = JSON.stringify(items);
  const hadFocus = place.contains(document.activeElement);
  place.querySelector("ul").replaceChildren(...items.map(row));
  place.hidden = !items.length;
  place.classList.toggle("outbox-waiting", items.some(({ refused }) => !refused));
  if (hadFocus) [...document.querySelectorAll("#outbox button, #enter, main :is(a, button)")].find((one) => one.getClientRects().length)?.focus();
  const words = [...place.querySelectorAll("li > :not([hidden]) :is(p), li > p:not([hidden])")].map(({ textContent }) => textContent.trim());
  companion.say(words.join(" "));
}
document.addEventListener("outbox", ({ detail }) => {
  waiting = detail;
  list();
});
companion.onTable(list);
