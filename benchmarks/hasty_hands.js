// A hand in haste at the card pad, and what it meant: see hasty_hands.py.
const FACES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 20, 27];
const one = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];
const saved = [];
const outcome = {};
let random;
let clock = 1000;

window.fetch = (address, { body } = {}) => {
  if (!/\/rounds$/.test(address)) return new Promise(() => {});
  saved.push(body.toString());
  return Promise.reject(new TypeError());
};
// Where things lie takes most of the time, and writes nothing.
Element.prototype.scrollIntoView = HTMLElement.prototype.focus = Element.prototype.getClientRects = () => [];
Object.defineProperty(Element.prototype, "scrollWidth", { get: () => 0 });

// Time is what the taps say.
function tap(element, after) {
  clock += after;
  outcome.taps += 1;
  const click = new MouseEvent("click", { bubbles: true, cancelable: true });
  Object.defineProperty(click, "timeStamp", { value: clock });
  element.dispatchEvent(click);
}

// Chance that comes again with its seed (Park and Miller's).
const chance = (seed) => () => {
  seed = (seed * 48271) % 2147483647;
  return seed / 2147483647;
};

// What the keys mean, and nothing else: where the hand is, and what lies in every row.
class Meant {
  rows = all(".hand").map(() => ({ cards: [], total: null, out: false, disc: false, before: {} }));
  at = 0;
  afresh = true;
  get row() { return this.rows[this.at]; }
  go(at) { [this.at, this.afresh] = [at, true]; }
  face(face) { Object.assign(this.row, { cards: [...this.row.cards, face], total: null, out: false }); }
  digit(digit) {
    const before = this.afresh || this.row.total === null ? "" : this.row.total;
    if (before.length === 3) return;
    this.afresh = false;
    Object.assign(this.row, { total: String(Number(before + digit)), cards: [], out: false });
  }
  out() {
    const { row } = this;
    if (row.out) Object.assign(row, row.before, { out: false });
    else Object.assign(row, { before: { cards: row.cards, total: row.total }, cards: [], total: null, out: true });
    this.afresh = true;
  }
  disc() { this.row.disc = !this.row.disc; }
  get said() { return this.rows.map(said).join(" | "); }
}
const said = ({ cards, total, out, disc }) => `${out ? "out" : total === null ? cards.join(" ") : `=${total}`}${disc ? " disc" : ""}`;

function round(meant) {
  let last = null;
  // A key, mostly once; a bounce is within 100 ms, a key that is meant again is later, with a name between as well.
  const press = (selector, means, key = one(selector)) => {
    tap(key, (last === key ? 130 : 50) + random() * 200);
    means();
    last = key;
    for (let bounces = random() < 0.2 ? 1 + (random() < 0.2) : 0; bounces; bounces -= 1) tap(key, 5 + random() * 90);
  };
  const rows = all(".hand");
  const some = (count) => Math.floor(random() * count);
  const name = (at) => press(null, () => { if (at !== meant.at) meant.go(at); }, rows[at].querySelector(".hand-name"));
  const face = (face) => press(`.faces [data-face="${face}"]`, () => meant.face(face));
  const mode = (name) => press(`.mode[data-mode=${name}]`, () => { totals = name === "totals"; meant.afresh = true; });
  const arrive = (seat) => { // another phone sends a hand: nothing here may move
    one("#arrivals").dataset.seats = seat;
    document.dispatchEvent(new Event("table-changed"));
  };
  const hand = () => {
    const kind = random();
    if (kind < 0.15) return press(".tray [data-out]", () => meant.out());
    if (kind < 0.2) return press(".tray [data-disc]", () => meant.disc());
    for (let count = 1 + some(3); count; count -= 1) {
      const digit = String(some(10));
      if (totals) press(`.digits [data-digit="${digit}"]`, () => meant.digit(digit));
      else if (meant.row.total === null) face(FACES[some(FACES.length)]);
    }
  };
  let totals = one(".mode[data-mode=totals]").getAttribute("aria-pressed") === "true";
  for (let seat = 0; seat < rows.length; seat += 1) {
    hand();
    const going = random();
    if (going < 0.1) name(some(rows.length));
    else for (let count = going < 0.2 ? 0 : going < 0.85 ? 1 : 2; count; count -= 1) {
      press(".next-player", () => meant.go((meant.at + 1) % rows.length));
    }
    if (random() < 0.1) mode(totals ? "cards" : "totals");
    if (random() < 0.15) arrive(String(1 + some(rows.length)));
  }
  arrive("");
  // The last look: whoever has nothing gets a card, by a tap on the name.
  rows.forEach((_, at) => {
    if (said({ ...meant.rows[at], disc: false })) return;
    name(at);
    if (totals) mode("cards");
    face(at + 2);
  });
}

function rowsOf(body) {
  const fields = new URLSearchParams(body);
  return all(".hand").map(({ dataset: { seat } }) => {
    const text = fields.get(`seat-${seat}-cards`);
    return `${fields.has(`seat-${seat}-out`) ? "out" : text}${fields.has(`seat-${seat}-disc`) ? " disc" : ""}`;
  }).join(" | ");
}

async function save(expected) {
  saved.length = 0;
  for (let count = 1 + Math.floor(random() * 3); count; count -= 1) tap(one(".save"), 40 + random() * 200);
  await new Promise((done) => setTimeout(done, 5)); // until htmx has asked
  outcome.rounds += 1;
  outcome.questions += all(".asks:not([hidden])").length;
  const keys = new Set(saved.map((body) => new URLSearchParams(body).get("key")));
  const waits = Object.keys(localStorage).filter((name) => name.startsWith("draft ") && JSON.parse(localStorage.getItem(name)).sent);
  const sent = [...saved, ...waits.map((name) => new URLSearchParams(JSON.parse(localStorage.getItem(name)).values).toString())];
  const found = sent.map(rowsOf);
  if (waits.length === 1 && keys.size <= 1 && found.every((each) => each === expected)) return;
  outcome.wrong += 1;
  outcome.examples.push(`meant ${expected}\nsaved ${[...new Set(found)].join("\n      ")}`);
}

// As after a save: another key, nothing typed, the hand at the first row.
function clear() {
  for (const name of Object.keys(localStorage)) if (/^draft /.test(name)) localStorage.removeItem(name);
  const form = one("#entry");
  form.elements.key.value = Math.random().toString(36).slice(2).padEnd(22, "x").slice(0, 22);
  for (const field of all(".hand-cards input")) field.value = "";
  for (const box of all(".hand [type=checkbox]")) box.checked = false;
  for (const row of all(".hand").slice(0, 2).reverse()) tap(row.querySelector(".hand-name"), 1000);
}

// Save what was left before the page was loaded again; play so many evenings, and leave the last round unsaved.
window.play = async (seed, left, evenings) => {
  Object.assign(outcome, { evenings, rounds: 0, taps: 0, questions: 0, wrong: 0, examples: [] });
  random = chance(seed);
  if (left !== null) await save(left);
  for (let number = 1; ; number += 1) {
    const meant = new Meant();
    clear();
    round(meant);
    if (number === evenings * 5) return { ...outcome, left: meant.said };
    await save(meant.said);
  }
};
