// Lists what waits on this phone, and what was refused with the reason.
const place = document.querySelector("#outbox");
const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
let known = "[]";

function row(item) {
  const shown = place.querySelector("template").content.cloneNode(true).firstElementChild;
  for (const label of shown.querySelectorAll("strong")) label.textContent = item.label;
  const state = item.refused ? "refused" : item.trouble ? "troubled" : "waits";
  for (const part of shown.children) part.hidden = !part.matches(`.outbox-${state}`);
  for (const reason of shown.querySelectorAll(".outbox-reason")) reason.textContent = item.refused || item.trouble;
  shown.querySelector(".outbox-typed").textContent = item.typed ?? "";
  shown.querySelector(".outbox-again").addEventListener("click", () => tell("outbox-again", item));
  companion.onSecondTap(shown.querySelector(".outbox-discard"), () => tell("outbox-discard", item));
  return shown;
}

document.addEventListener("outbox", ({ detail }) => {
  // What was refused is not listed on the page that is about it.
  const handled = [...document.querySelectorAll("[data-handled]")].map(({ dataset }) => dataset.handled);
  const items = detail.filter(({ key, refused }) => !refused || !handled.includes(key));
  if (JSON.stringify(items) === known) return;
  known = JSON.stringify(items);
  const here = place.contains(document.activeElement);
  place.querySelector("ul").replaceChildren(...items.map(row));
  place.hidden = !items.length;
  document.querySelector("main").classList.toggle("over-outbox", !place.hidden);
  place.classList.toggle("outbox-waiting", items.some(({ refused }) => !refused));
  if (here) [...document.querySelectorAll("#outbox button, main :is(a, button)")].find((one) => one.getClientRects().length)?.focus();
  const said = [...place.querySelectorAll("li > :not([hidden]) :is(p), li > p:not([hidden])")].map(({ textContent }) => textContent.trim());
  companion.say(said.join(" "));
});
