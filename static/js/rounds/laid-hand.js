// Only the phone that laid a hand knows what is in it: there it comes back when it is to be corrected.
const form = document.querySelector("[data-laid-hand]");
if (!form) return;
// Let go with the drafts of its round (see remember-table.js).
const name = `draft ${form.dataset.draft}/laid`;
const cards = form.querySelector(".hand-cards input");
const out = form.querySelector(".hand-out input");
const disc = form.querySelector(".hand-disc input");
const begun = "typed" in form.dataset || "restored" in form.dataset;
const laid = companion.phone.read(name);
if (laid && !begun && form.dataset.laidHand) {
  cards.value = laid.cards;
  out.checked = !laid.cards;
  disc.checked = laid.disc;
}
form.addEventListener("submit", () => {
  if (cards.value || out.checked) companion.phone.write(name, { at: Date.now(), cards: cards.value, disc: disc.checked });
});
