// The card pad of the entry screen: taps on faces or digits fill the text field of the active player.
// The fields and boxes stay the truth; this only types into them, and shows a running sum by the points that
// the server wrote on the keys. Nothing is said of a player by passing by: "Next player" stays where nothing is.
const pad = document.querySelector(".pad");
if (!pad) return;
const form = pad.closest("form");
const hands = [...form.querySelectorAll(".hand")];
const tray = pad.querySelector(".tray");
const chips = pad.querySelector(".chips");
const asks = pad.querySelector(".who-out");
const verdict = form.querySelector("#verdict");
const nextKey = form.querySelector(".next-player");
const coarse = matchMedia("(pointer: coarse)").matches;
const { typed, restored, editing, me } = form.dataset;
const { between, total: totalSign, nothing } = pad.dataset;
const unsaid = form.querySelector("[data-unsaid]");
const points = new Map([...pad.querySelectorAll(".face[data-face]")].map((key) => [key.dataset.face, +key.dataset.points]));

let active = null; // nobody when everybody is in
let mode = "cards";
let low = ""; // the one or two digits typed for the active player
let hundreds = 0;
let afresh = false; // the next digit begins the total anew
let from = null; // whom two digits have left behind, to take the last one back
let walked = false; // whether the pad went on to the active player by itself or by "Next player"
let untold = [typed, restored, editing].some((state) => state !== undefined);

const field = (hand) => hand.querySelector(".hand-cards input");
const out = (hand) => hand.querySelector(".hand-out input");
const disc = (hand) => hand.querySelector(".hand-disc input");
// Where the pad scrolls along with the rows, it stays where it is as it goes on, and a tap on a row leads to it.
const loose = () => document.documentElement.classList.contains("loose");
// Sent by the player's own phone: it counts, covered, as long as nothing is typed here.
const sent = (hand) => !me && !field(hand).value && !out(hand).checked && (document.querySelector("#arrivals")?.dataset.seats ?? "").split(" ").includes(hand.dataset.seat);
const said = (hand) => Boolean(field(hand).value || out(hand).checked || sent(hand));
// Nothing was said since two digits went on by themselves.
const wording = (hand) => hand && `${field(hand).value} ${out(hand).checked}`;
const arrived = () => from && from.found === wording(active);
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

function shown(hand) {
  const cost = sum(hand);
  if (Number.isNaN(cost)) return "?";
  if (cost) return `−${cost}`;
  if (sent(hand)) return tray.dataset.sent;
  if (!said(hand)) return "";
  return disc(hand).checked ? tray.dataset.befooled : tray.dataset.gone;
}

function draw() {
  for (const hand of hands) {
    const gone = said(hand) && !sent(hand) && sum(hand) === 0;
    hand.querySelector(".hand-sum").textContent = gone ? "" : shown(hand);
    hand.querySelector(".hand-out").hidden = said(hand) && !gone;
    hand.querySelector(".hand-out-key").textContent = gone ? shown(hand) : tray.dataset.key;
    hand.classList.toggle("is-out", gone);
    hand.classList.toggle("is-befooled", gone && disc(hand).checked);
    hand.classList.toggle("is-sent", sent(hand));
    hand.classList.toggle("active", hand === active);
    if (hand === active) hand.setAttribute("aria-current", "true");
    else hand.removeAttribute("aria-current");
  }
  companion.write(tray.querySelector(".tray-name"), active ? active.dataset.name : tray.dataset.all);
  companion.write(tray.querySelector(".tray-sum"), active ? shown(active) : "");
  const other = active && !me && following(active);
  nextKey?.setAttribute("aria-label", other ? nextKey.dataset.next.replace("@", () => other.dataset.name) : nextKey.textContent);
  chips.replaceChildren(...(active ? cardsOf(active) : []).map(chip));
  chips.scrollLeft = chips.scrollWidth;
  for (const key of pad.querySelectorAll("[data-out]")) key.setAttribute("aria-pressed", Boolean(active && out(active).checked));
  for (const key of pad.querySelectorAll("[data-disc]")) key.setAttribute("aria-pressed", Boolean(active && disc(active).checked));
}

function chip(face, index) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "chip";
  button.textContent = face;
  button.dataset.index = index;
  button.tabIndex = coarse ? 0 : -1;
  button.setAttribute("aria-label", chips.dataset.takeBack.replace("…", face));
  return button;
}

function fill(value) {
  field(active).value = value;
  out(active).checked = false;
  changed();
}

function goOut(hand) {
  field(hand).value = "";
  out(hand).checked = true;
  asks.hidden = true;
  [low, hundreds] = ["", 0];
  changed();
  if (!me) advance(hand);
}

// On the player's own phone nobody else can be missing.
function ask(wanted) {
  if (!unsaid) return;
  [unsaid.hidden, unsaid.previousElementSibling.hidden] = [!wanted, wanted];
  if (wanted) companion.say(unsaid.textContent);
}

function changed() {
  ask(false);
  form.elements.active.value = active ? active.dataset.seat : "";
  verdict?.querySelectorAll("button").forEach((button) => button.remove());
  untold = true;
  draw();
  form.dispatchEvent(new Event("hands-changed"));
  if (hands.some((hand) => Number.isNaN(sum(hand)))) form.dispatchEvent(new Event("hands-unread"));
}

function choose(hand) {
  active = hand;
  walked = false;
  [low, hundreds, from] = ["", 0, null];
  afresh = Boolean(hand && field(hand).value);
  asks.hidden = true;
  if (hand) {
    show(total(hand) ? "totals" : field(hand).value ? "cards" : mode);
    if (!loose()) hand.scrollIntoView({ block: "nearest" });
    if (!coarse && document.activeElement !== field(hand)) field(hand).focus();
  }
  changed();
}

const missingAfter = (hand) => {
  const after = hands.indexOf(hand) + 1;
  return [...hands.slice(after), ...hands.slice(0, after)].find((other) => !said(other));
};

// Whoever is missing; when nobody is, a correction walks on, and an entry is done.
const following = (hand) => missingAfter(hand) ?? (editing === undefined ? null : hands[hands.indexOf(hand) + 1]) ?? null;

function advance(hand = active) {
  choose(following(hand));
  walked = true;
}

function next() {
  if (!active) return;
  const stays = arrived();
  from = null;
  if (!said(active)) nudge();
  else if (!stays) advance();
}

// Two digits, then the next player by itself: a single one needs "Next player" or a 0 before it.
function digit(key) {
  if (afresh) [low, hundreds, afresh] = ["", 0, false];
  if (low.length === (me && !hundreds ? 3 : 2)) return nudge();
  low += key;
  const left = { hand: active, low, hundreds };
  field(active).value = totalSign + (hundreds * 100 + Number(low));
  const goesOn = low.length === 2 && !me;
  if (goesOn) companion.say(`${active.dataset.name} ${shown(active)}`);
  fill(field(active).value);
  if (goesOn) {
    advance();
    from = { ...left, found: wording(active) };
  }
  return undefined;
}

function back() {
  if (arrived()) {
    const typed = from;
    choose(typed.hand);
    ({ low, hundreds } = typed);
    afresh = false;
  }
  if (mode === "cards") fill(cardsOf(active).slice(0, -1).join(between));
  else {
    low = low.slice(0, -1);
    if (!low) hundreds = 0;
    fill(low ? totalSign + (hundreds * 100 + Number(low)) : "");
  }
}

function show(name) {
  mode = name;
  for (const button of document.querySelectorAll(".mode")) button.setAttribute("aria-pressed", button.dataset.mode === name);
  pad.querySelector(".faces").hidden = name !== "cards";
  pad.querySelector(".digits").hidden = name !== "totals";
}

function nudge() {
  tray.classList.remove("nudged");
  void tray.offsetWidth; // so that it moves again
  tray.classList.add("nudged");
}

// Cards stand there already: is it this player who is out, or the next?
function askWhoIsOut() {
  const other = missingAfter(active);
  const [here, there] = asks.querySelectorAll("[data-who]");
  here.hidden = false;
  here.textContent = active.dataset.name;
  there.hidden = !other;
  there.textContent = other ? other.dataset.name : "";
  asks.hidden = false;
  here.onclick = () => goOut(active);
  there.onclick = () => goOut(other);
  here.focus();
}

pad.addEventListener("click", ({ target }) => {
  const key = target.closest("button");
  if (!key || key.closest(".who-out")) return;
  const { face, digit: number, hundred, back: erases, index, out: outs, disc: takes } = key.dataset;
  if (!asks.hidden) return;
  if (!active && !(arrived() && erases !== undefined)) {
    nudge();
    return;
  }
  if (face) fill([...cardsOf(active), face].join(between));
  if (number) digit(number);
  if (hundred) {
    if (afresh) [low, hundreds, afresh] = ["", 0, false];
    hundreds = (hundreds + 1) % 3;
    fill(hundreds || low ? totalSign + (hundreds * 100 + Number(low)) : "");
  }
  if (erases !== undefined) back();
  if (index) {
    fill(cardsOf(active).filter((_, place) => place !== Number(index)).join(between));
    (chips.children[index] ?? chips.lastElementChild ?? pad.querySelector(".faces [data-back]")).focus({ preventScroll: true });
  }
  if (takes !== undefined) {
    // On a player who was come to by going on, a key says what it says; it takes back what was said here.
    disc(active).checked = walked || !disc(active).checked;
    walked = false;
    changed();
  }
  if (outs !== undefined) {
    if (out(active).checked && walked) advance();
    else if (out(active).checked) fill("");
    else if (field(active).value) askWhoIsOut();
    else goOut(active);
  }
});
asks.querySelector("[data-nobody]").addEventListener("click", () => { asks.hidden = true; });
asks.addEventListener("click", () => (coarse || !active ? pad.querySelector("[data-out]") : field(active)).focus());

for (const hand of hands) {
  hand.addEventListener("click", ({ target }) => {
    if (target.closest(".hand-disc, .hand-out")) return;
    if (active !== hand) choose(hand);
    if (coarse && loose()) pad.scrollIntoView();
  });
  field(hand).addEventListener("focus", () => { if (active !== hand) choose(hand); });
  field(hand).addEventListener("input", () => {
    if (field(hand).value) out(hand).checked = false;
    field(hand).removeAttribute("aria-invalid");
    [low, hundreds, afresh] = ["", 0, true];
    changed();
  });
  // By totals a number that is typed is one: 1 is not the card that costs 5.
  field(hand).addEventListener("change", () => {
    if (mode !== "totals" || !/^\d+$/.test(field(hand).value.trim())) return;
    field(hand).value = totalSign + field(hand).value.trim();
    changed();
  });
  for (const box of [out(hand), disc(hand)]) box.addEventListener("change", changed);
  out(hand).addEventListener("change", () => { if (out(hand).checked && hand === active && !me) advance(hand); });
}
nextKey?.addEventListener("click", next);
document.querySelector(".modes").addEventListener("click", ({ target: { dataset } }) => {
  if (!dataset.mode) return;
  try { localStorage.setItem("entry-mode", dataset.mode); } catch { /* for this page only */ }
  afresh = true;
  show(dataset.mode);
});
// A save names who is missing and goes there, also without a connection.
document.addEventListener("submit", (event) => {
  if (event.target !== form) return;
  const missing = hands.find((hand) => !said(hand));
  if (event.submitter?.name || (!missing && asks.hidden)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (missing) choose(missing);
  verdict?.querySelector(".verdict")?.classList.add("verdict-wrong");
  form.querySelector(".doubts")?.remove();
  companion.say("");
  ask(true);
  if (verdict) setTimeout(() => companion.say(verdict.textContent.trim()), 200);
  nudge();
}, { capture: true });
document.addEventListener("table-changed", changed);
document.addEventListener("read", draw);
document.addEventListener("no-answer", () => { if (verdict) verdict.textContent = form.dataset.offline; });

// What was typed before htmx listened has not been judged yet.
verdict?.addEventListener("htmx:after:init", () => { if (untold) changed(); }, { once: true });
try { mode = localStorage.getItem("entry-mode") ?? mode; } catch { /* cards */ }
if (hands.some((hand) => field(hand).value)) mode = hands.some(total) ? "totals" : "cards";
const begunWith = untold;
choose(form.querySelector(".hand[data-doubt]") ?? hands.find((hand) => hand.dataset.seat === form.elements.active.value) ?? hands.find((hand) => !said(hand)) ?? hands[0]);
untold = begunWith;
form.querySelector(".doubts")?.scrollIntoView({ block: "center" });
// All keys are there: now the keyboard may go.
if (coarse) for (const hand of hands) field(hand).inputMode = "none";
else {
  pad.querySelectorAll("[data-keys]").forEach((grid) => grid.removeAttribute("data-keys"));
  pad.querySelectorAll("button").forEach((key) => { key.tabIndex = -1; });
}
