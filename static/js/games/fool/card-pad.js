// The card pad of the entry screen: taps on faces or digits fill the text field of the active player.
// The fields stay the truth; this only types into them, and shows a running sum by the points that the
// server wrote on the keys.
const pad = document.querySelector(".pad");
if (!pad) return;
const form = pad.closest("form");
const hands = [...form.querySelectorAll(".hand")];
const { waiting, active: chosen } = form.elements;
const points = new Map([...pad.querySelectorAll(".face[data-face]")].map((key) => [key.dataset.face, +key.dataset.points]));
const { typed, restored, editing } = form.dataset;
const begun = [typed, restored, editing].some((state) => state !== undefined);
// Reached is whoever has cards or a disc, or was left by "Next player" with nothing: that one went out.
const reached = new Set(begun ? hands.filter((hand) => !waiting.value.split(" ").includes(hand.dataset.seat)) : []);
let active = hands[0];
let startAfresh = false;
let stay = false;
let byKeyboard = false;
let walked = false;
let untold = begun;

const field = (hand) => hand.querySelector(".hand-cards input");
const disc = (hand) => hand.querySelector("[type=checkbox]");
const verdict = form.querySelector("#verdict");
const out = pad.querySelector(".went-out");
// Laid by the player's own phone: it counts, covered, as long as nothing is typed here.
const laid = (hand) => !form.dataset.me && !field(hand).value && (document.querySelector("#arrivals")?.dataset.seats ?? "").split(" ").includes(hand.dataset.seat);
// My own hand is in already: an empty form says nothing about it.
const replacing = () => Boolean(form.dataset.me) && form.elements.seen.value !== "0" && !field(active).value;
// A hand is what keys typed: a total after its sign, or faces. The points of anything else are not known here.
const total = (hand) => {
  const text = companion.canonical(field(hand));
  return text.startsWith(pad.dataset.total) ? text.slice(pad.dataset.total.length) : "";
};
const cardsOf = (hand) => {
  const text = companion.canonical(field(hand));
  return total(hand) || text === pad.dataset.nothing ? [] : text.split(pad.dataset.between).filter(Boolean);
};
const written = (faces) => faces.join(pad.dataset.between);
const sum = (hand) => Number(total(hand)) + cardsOf(hand).reduce((all, face) => all + (points.get(face) ?? NaN), 0);

function shown(hand) {
  const cost = sum(hand);
  if (Number.isNaN(cost)) return "?";
  if (cost) return `−${cost}`;
  if (laid(hand)) return pad.querySelector(".tray-sum").dataset.in;
  if (field(hand).value) return pad.querySelector(".tray-sum").dataset.out;
  if (replacing()) return "";
  return byKeyboard || reached.has(hand) || (walked && hand === active && !waiting.value) ? pad.querySelector(".tray-sum").dataset.out : "";
}

function draw() {
  for (const hand of hands) {
    const place = hand.querySelector(".hand-sum");
    place.textContent = shown(hand);
    place.classList.toggle("is-out", sum(hand) === 0 && !laid(hand) && !replacing());
    place.classList.toggle("is-in", laid(hand));
    hand.classList.toggle("active", hand === active);
  }
  pad.querySelector(".tray-name").textContent = active.dataset.name;
  pad.querySelector(".tray-sum").textContent = shown(active);
  out.hidden = !laid(active) && !replacing();
  const chips = pad.querySelector(".chips");
  chips.replaceChildren(...cardsOf(active).map(chip));
  chips.scrollLeft = chips.scrollWidth;
}

function chip(face, index) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "chip";
  button.textContent = face;
  button.setAttribute("aria-label", `${pad.querySelector(".chips").dataset.takeBack} ${face}`);
  button.addEventListener("click", () => fill(written(cardsOf(active).filter((_, place) => place !== index))));
  return button;
}

function fill(value) {
  field(active).value = value;
  startAfresh = false;
  byKeyboard = false;
  if (value) reached.add(active);
  else reached.delete(active);
  changed();
}

function changed() {
  let left = hands.filter((hand) => !reached.has(hand) && !laid(hand) && !field(hand).value && !disc(hand).checked);
  // Whoever walked to the last hand with "Next player" sees that it is empty.
  if (walked && left.length === 1 && left[0] === active) left = [];
  waiting.value = byKeyboard ? "" : left.map((hand) => hand.dataset.seat).join(" ");
  chosen.value = active.dataset.seat;
  verdict?.querySelector("button")?.remove();
  untold = true;
  draw();
  form.dispatchEvent(new Event("hands-changed"));
  if (hands.some((hand) => Number.isNaN(sum(hand)))) form.dispatchEvent(new Event("hands-unread"));
}

function choose(hand, byNext = false) {
  active = hand;
  walked = byNext;
  startAfresh = stay = Boolean(field(hand).value);
  show(total(hand) ? "totals" : field(hand).value ? "cards" : mode());
  changed();
  hand.scrollIntoView({ block: "nearest" });
}

function next() {
  reached.add(active);
  const after = hands.indexOf(active) + 1;
  const order = [...hands.slice(after), ...hands.slice(0, after)];
  choose(order.find((hand) => !reached.has(hand) && !laid(hand)) ?? order[0], true);
}

function mode() {
  try { return localStorage.getItem("entry-mode") ?? "cards"; } catch { return "cards"; }
}

function show(name) {
  for (const button of document.querySelectorAll(".mode")) button.setAttribute("aria-pressed", button.dataset.mode === name);
  pad.querySelector(".faces").hidden = name !== "cards";
  pad.querySelector(".digits").hidden = name !== "totals";
}

pad.addEventListener("click", ({ target }) => {
  const { face, digit, back } = target.closest("button")?.dataset ?? {};
  const known = total(active);
  if (face) fill(written([...cardsOf(active), face]));
  if (digit) {
    const before = startAfresh || known.length > 2 ? "" : known;
    fill(pad.dataset.total + Number(before + digit));
    // Two digits, then the next player by itself; but whoever corrects a total may need a third.
    if (before.length === 1 && !stay) next();
  }
  if (back !== undefined) fill(known.length > 1 ? pad.dataset.total + known.slice(0, -1) : written(cardsOf(active).slice(0, -1)));
});
out.addEventListener("click", () => fill(pad.dataset.nothing));

for (const hand of hands) {
  hand.addEventListener("click", ({ target }) => { if (!target.closest(".hand-disc") && active !== hand) choose(hand); });
  field(hand).addEventListener("focus", () => { if (active !== hand) choose(hand); });
  field(hand).addEventListener("input", () => { byKeyboard = true; changed(); });
  field(hand).addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || hand === hands.at(-1)) return;
    event.preventDefault();
    field(hands[hands.indexOf(hand) + 1]).focus();
  });
  disc(hand).addEventListener("change", changed);
  if (matchMedia("(pointer: coarse)").matches) field(hand).inputMode = "none";
}
form.querySelector(".next-player")?.addEventListener("click", next);
document.querySelector(".modes").addEventListener("click", ({ target: { dataset } }) => {
  if (!dataset.mode) return;
  try { localStorage.setItem("entry-mode", dataset.mode); } catch { /* for this page only */ }
  startAfresh = true;
  show(dataset.mode);
});
document.addEventListener("htmx:after:swap", () => active.scrollIntoView({ block: "nearest" }));
document.addEventListener("table-changed", changed);
document.addEventListener("read", draw);
document.addEventListener("no-answer", () => { if (verdict) verdict.textContent = form.dataset.offline; });

// What was typed before htmx listened has not been judged yet.
verdict?.addEventListener("htmx:after:init", () => { if (untold) changed(); }, { once: true });
const doubtful = form.querySelector(".hand[data-doubt]");
choose(doubtful ?? hands.find((hand) => hand.dataset.seat === chosen.value) ?? hands.find((hand) => !laid(hand)) ?? hands[0]);
untold = begun;
form.querySelector(".doubts")?.scrollIntoView({ block: "end" });
if (matchMedia("(pointer: fine)").matches) {
  for (const key of pad.querySelectorAll("button")) key.tabIndex = -1;
  field(active).focus();
}
