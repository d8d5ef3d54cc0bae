// The card pad of the referee: a key puts its card at the end of a field, a card of the trick is taken back
// by a tap. The fields stay the truth; the cards lie in their places before the server has answered.
const form = document.querySelector(".trick-question");
if (!form) return;
const { cards, hand, into, colour } = form.elements;
const { between } = form.dataset;
const parts = (field) => companion.canonical(field).toUpperCase().split(between).filter(Boolean);
const chosen = () => (into.value === "hand" ? hand : cards);

function fill(field, list) {
  field.value = list.join(between);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

const keys = {
  // A key that is tapped twice puts its card once, if its card does not say "again".
  add: ({ value, dataset }) => { if ("again" in dataset || !parts(chosen()).includes(value)) fill(chosen(), [...parts(chosen()), value]); },
  back: () => fill(chosen(), parts(chosen()).slice(0, -1)),
  drop: ({ value }) => fill(cards, parts(cards).filter((_, place) => place !== value - 1)),
};

form.addEventListener("click", (event) => {
  const key = event.target.closest("button[name]");
  if (!keys[key?.name]) return;
  event.preventDefault();
  keys[key.name](key);
  if (key.hidden) form.querySelector("button[name=back]").focus({ preventScroll: true });
});

function lay(place, written) {
  const card = place.querySelector("button");
  const key = form.querySelector(`[name=add][value="${CSS.escape(written ?? "")}"]`);
  card.hidden = !written;
  card.textContent = key ? "" : written;
  if (key) {
    card.append(...key.cloneNode(true).childNodes);
    card.firstElementChild.textContent = form.dataset.takeBack.replace("…", card.firstElementChild.textContent);
  }
  card.className = `trick-card trick-${key?.dataset.kind ?? "unknown"}`;
  place.classList.remove("trick-wins", "trick-befooled");
  place.querySelector(".trick-mark").textContent = "";
}

function draw() {
  const ruling = form.querySelector("#ruling");
  const played = parts(cards);
  if (ruling.dataset.cards === played.join(between)) return;
  ruling.dataset.cards = played.join(between);
  delete ruling.dataset.complete;
  ruling.querySelectorAll(".trick-place").forEach((place, index) => lay(place, played[index]));
}

// The keys of one colour at a time, and none while there is nothing to key.
function offer() {
  for (const faces of form.querySelectorAll(".trick-faces")) faces.classList.toggle("chosen", faces.dataset.colour === colour.value);
  const pad = form.querySelector(".trick-pad");
  const done = into.value === "cards" && "complete" in form.querySelector("#ruling").dataset;
  if (done && pad.contains(document.activeElement)) [...form.querySelectorAll(".trick-card:not([hidden])")].pop().focus({ preventScroll: true });
  pad.classList.toggle("done", done);
}

cards.addEventListener("input", () => { draw(); offer(); });
form.addEventListener("change", ({ target }) => { offer(); if (target.name === "into") chosen().scrollIntoView({ block: "nearest" }); });
document.addEventListener("htmx:after:swap", () => { draw(); offer(); }, { signal });
offer();
