// The card pad of the entry screen: taps on faces or digits fill the text field of the active player.
// The fields and boxes stay the truth; this only types into them, and shows a running sum by the points that
// the server wrote on the keys.
const pad = document.querySelector(".pad");
if (!pad) return;
const form = pad.closest("form");
const hands = [...form.querySelectorAll(".hand")];
const tray = pad.querySelector(".tray");
const chips = pad.querySelector(".chips");
const coarse = matchMedia("(pointer: coarse)").matches;
const { me } = form.dataset;
const { between, total: totalSign, nothing } = pad.dataset;
const table = form.dataset.draft.split("/")[0];
const points = new Map([...pad.querySelectorAll(".face[data-face]")].map((key) => [key.dataset.face, +key.dataset.points]));

let mode = "cards";
let afresh = false; // the next digit begins the total anew
const before = new Map(); // what a hand had before Out

const field = (hand) => hand.querySelector(".hand-cards input");
const out = (hand) => hand.querySelector(".hand-out input");
const disc = (hand) => hand.querySelector(".hand-disc input");
// Sent by the player's own phone: it counts, covered, as long as nothing is typed here.
const sent = (hand) => !me && !field(hand).value && !out(hand).checked && (document.querySelector("#arrivals")?.dataset.seats ?? "").split(" ").includes(hand.dataset.seat);
const isFilled = (hand) => Boolean(field(hand).value || out(hand).checked || sent(hand));
// A hand is what keys typed: a total after its sign, or faces. The points of anything else are not known here.
const total = (hand) => {
  const text = companion.canonical(field(hand));
  return text.startsWith(totalSign) ? text.slice(totalSign.length) : "";
};
const cardsOf = (hand) => {
  const text = companion.canonical(field(hand));
  return total(hand) || text === nothing ? [] : text.split(between).filter(Boolean);
};
const sum = (hand) => Number(total(hand)) + cardsOf(hand).reduce((all, face) => all + (points.get(face) ?? NaN), 0);

function sumText(hand) {
  const cost = sum(hand);
  if (Number.isNaN(cost)) return "?";
  if (cost) return `−${cost}`;
  if (sent(hand)) return tray.dataset.sent;
  if (!isFilled(hand)) return "";
  return disc(hand).checked ? tray.dataset.befooled : tray.dataset.gone;
}

const keys = companion.pad({
  pad,
  places: hands,
  rowOf: (hand) => hand,
  fieldOf: field,
  isSaid: isFilled,
  draw,
  choose() {
    afresh = true;
    keys.changed();
  },
});

function draw() {
  const { active } = keys;
  for (const hand of hands) {
    const gone = isFilled(hand) && !sent(hand) && sum(hand) === 0;
    hand.querySelector(".hand-sum").textContent = sumText(hand);
    hand.classList.toggle("is-out", gone);
    hand.classList.toggle("has-disc", disc(hand).checked);
    hand.classList.toggle("is-sent", sent(hand));
  }
  form.elements.active.value = active.dataset.seat;
  companion.write(tray.querySelector(".tray-name"), active.dataset.name);
  tray.classList.toggle("tray-short", active.dataset.name.length < 8);
  tray.classList.toggle("tray-long", active.dataset.name.length > 12);
  companion.write(tray.querySelector(".tray-sum"), sumText(active));
  chips.replaceChildren(...cardsOf(active).map(chip));
  if (chips.firstChild) chips.scrollLeft = chips.scrollWidth;
  for (const key of pad.querySelectorAll("[data-out]")) key.setAttribute("aria-pressed", out(active).checked);
  for (const key of pad.querySelectorAll("[data-disc]")) key.setAttribute("aria-pressed", disc(active).checked);
}

function chip(face, index) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "chip", textContent: face, tabIndex: coarse ? 0 : -1 });
  button.dataset.index = index;
  button.setAttribute("aria-label", chips.dataset.takeBack.replace("…", face));
  return button;
}

function fill(value) {
  field(keys.active).value = value;
  out(keys.active).checked = false;
  keys.changed();
}

// A second tap takes it back, and what was there comes again.
function goOut() {
  const { active } = keys;
  const gone = !out(active).checked;
  if (gone) before.set(active, field(active).value);
  field(active).value = gone ? "" : before.get(active) ?? "";
  out(active).checked = gone;
  afresh = true;
  keys.changed();
}

function digit(key) {
  const digits = afresh ? "" : total(keys.active);
  if (digits.length === 3) return companion.nudge(tray);
  afresh = false;
  return fill(totalSign + Number(digits + key));
}

// Of a total one digit goes, of cards the last one, whichever keys are there.
function back() {
  afresh = false;
  const digits = total(keys.active);
  const rest = digits.slice(0, -1);
  fill(digits ? rest && totalSign + rest : cardsOf(keys.active).slice(0, -1).join(between));
}

function show(name) {
  mode = name;
  for (const button of document.querySelectorAll(".mode")) button.setAttribute("aria-pressed", button.dataset.mode === name);
  pad.querySelector(".faces").hidden = name !== "cards";
  pad.querySelector(".digits").hidden = name !== "totals";
}

pad.addEventListener("click", ({ target }) => {
  const key = target.closest("button");
  if (!key) return;
  const { face, digit: number, back: erases, index, out: outs, disc: takes } = key.dataset;
  if (face) fill([...cardsOf(keys.active), face].join(between));
  if (number) digit(number);
  if (erases !== undefined) back();
  if (index) {
    fill(cardsOf(keys.active).filter((_, place) => place !== Number(index)).join(between));
    (chips.children[index] ?? chips.lastElementChild ?? pad.querySelector(".faces [data-back]")).focus({ preventScroll: true });
  }
  if (takes !== undefined) {
    disc(keys.active).checked = !disc(keys.active).checked;
    keys.changed();
  }
  if (outs !== undefined) goOut();
});

for (const hand of hands) {
  field(hand).addEventListener("input", () => {
    if (field(hand).value) out(hand).checked = false;
    afresh = true;
    keys.changed();
  });
  // By totals a number that is typed is one: 1 is not the card that costs 5.
  field(hand).addEventListener("change", () => {
    if (mode !== "totals" || !/^\d+$/.test(field(hand).value.trim())) return;
    field(hand).value = totalSign + field(hand).value.trim();
    keys.changed();
  });
  for (const box of [out(hand), disc(hand)]) box.addEventListener("change", keys.changed);
}
document.querySelector(".modes").addEventListener("click", ({ target: { dataset } }) => {
  if (!dataset.mode) return;
  companion.phone.write(`entry-mode ${table}`, dataset.mode);
  afresh = true;
  show(dataset.mode);
});
document.addEventListener("table-changed", keys.changed, { signal });
document.addEventListener("read", draw, { signal });

// A table's choice, but what is there opens as it was typed; the own hand begins by cards.
if (!me) mode = companion.phone.read(`entry-mode ${table}`) ?? mode;
const filled = form.matches("[data-editing]") && hands.find((hand) => field(hand).value);
if (filled) mode = total(filled) ? "totals" : "cards";
show(mode);
const { isChanged } = keys;
keys.choose(form.querySelector(".hand[data-doubt]") ?? hands.find((hand) => hand.dataset.seat === form.elements.active.value) ?? hands.find((hand) => !isFilled(hand)) ?? hands[0]);
keys.isChanged = isChanged;
form.querySelector(".doubts")?.scrollIntoView({ block: "center" });
