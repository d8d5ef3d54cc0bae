// Lists what waits on this phone, and what was refused with the reason.
const place = document.querySelector("#outbox");
const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
let listed = "[]";

function row(item) {
  const entry = place.querySelector("template").content.cloneNode(true).firstElementChild;
  for (const label of entry.querySelectorAll("strong")) label.textContent = item.label;
  const state = item.refused ? "refused" : item.trouble ? "troubled" : "waits";
  for (const part of entry.children) part.hidden = !part.matches(`.outbox-${state}`);
  for (const reason of entry.querySelectorAll(".outbox-reason")) reason.textContent = item.refused || item.trouble;
  entry.querySelector(".outbox-typed").textContent = item.typed ?? "";
  entry.querySelector(".outbox-again").addEventListener("click", () => tell("outbox-again", item));
  companion.onSecondTap(entry.querySelector(".outbox-discard"), () => tell("outbox-discard", item));
  return entry;
}

document.addEventListener("outbox", ({ detail }) => {
  // What was refused is not listed on the page that is about it.
  const handled = [...document.querySelectorAll("[data-handled]")].map(({ dataset }) => dataset.handled);
  const items = detail.filter(({ key, refused }) => !refused || !handled.includes(key));
  if (JSON.stringify(items) === listed) return;
  listed = JSON.stringify(items);
  const hadFocus = place.contains(document.activeElement);
  place.querySelector("ul").replaceChildren(...items.map(row));
  place.hidden = !items.length;
  document.querySelector("main").classList.toggle("over-outbox", !place.hidden);
  place.classList.toggle("outbox-waiting", items.some(({ refused }) => !refused));
  if (hadFocus) [...document.querySelectorAll("#outbox button, main :is(a, button)")].find((one) => one.getClientRects().length)?.focus();
  const words = [...place.querySelectorAll("li > :not([hidden]) :is(p), li > p:not([hidden])")].map(({ textContent }) => textContent.trim());
  companion.say(words.join(" "));
});
