// A hand in haste at the card pad, and what it meant: see hasty_hands.py.
const FACES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 20, 27];
const one = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];

// Chance that comes again with its seed (mulberry32).
const chance = (seed) => {
  let state = [...seed].reduce((sum, sign) => Math.imul(sum ^ sign.charCodeAt(0), 2654435761), 1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};

// What the keys mean, and nothing else: where the hand is, and what lies in every row.
class Meant {
  constructor(rows, at) { Object.assign(this, { rows, at, afresh: true }); }
  get row() { return this.rows[this.at]; }
  go(at) { [this.at, this.afresh] = [at, true]; }
  face(face) {
    Object.assign(this.row, { cards: [...this.row.cards, face], total: null, out: false });
  }
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
}
const blank = () => ({ cards: [], total: null, out: false, disc: false, before: { cards: [], total: null } });
const said = ({ cards, total, out, disc }) => `${out ? "out" : total === null ? cards.join(" ") : `=${total}`}${disc ? " disc" : ""}`;

let taps = 0;
function round(meant, random) {
  let last = null;
  const pick = (list) => list[Math.floor(random() * list.length)];
  // A key, mostly once; a bounce is within 100 ms, a tap that is meant again is later.
  const press = (key, means) => {
    taps += 1;
    const quick = last === key ? 130 + random() * 200 : 20 + random() * 200;
    tap(key, quick);
    means();
    last = key;
    for (let bounces = random() < 0.2 ? 1 + (random() < 0.2) : 0; bounces; bounces -= 1) {
      taps += 1;
      tap(key, 5 + random() * 90);
    }
  };
  const rows = all(".hand");
  const next = () => press(one(".next-player"), () => meant.go((meant.at + 1) % rows.length));
  const name = (at) => press(rows[at].querySelector(".hand-name"), () => { if (at !== meant.at) meant.go(at); });
  let totals = one(".mode[data-mode=totals]").getAttribute("aria-pressed") === "true";
  const hand = () => {
    const kind = random();
    if (kind < 0.15) return press(one(".tray [data-out]"), () => meant.out());
    if (kind < 0.2) return press(one(".tray [data-disc]"), () => meant.disc());
    for (let count = 1 + Math.floor(random() * 3); count; count -= 1) {
      if (totals) {
        const digit = String(Math.floor(random() * 10));
        press(one(`.digits [data-digit="${digit}"]`), () => meant.digit(digit));
      } else if (meant.row.total === null) {
        const face = pick(FACES);
        press(one(`.faces [data-face="${face}"]`), () => meant.face(face));
      }
    }
  };
  for (let seat = 0; seat < rows.length; seat += 1) {
    hand();
    const going = random();
    if (going < 0.1) name(Math.floor(random() * rows.length));
    else for (let count = going < 0.2 ? 0 : going < 0.85 ? 1 : 2; count; count -= 1) next();
    if (random() < 0.1) {
      press(one(`.mode[data-mode=${totals ? "cards" : "totals"}]`), () => { totals = !totals; meant.afresh = true; });
    }
    // Another phone sends a hand: nothing here may move.
    if (random() < 0.15) {
      one("#arrivals").dataset.seats = String(1 + Math.floor(random() * rows.length));
      document.dispatchEvent(new Event("table-changed"));
    }
  }
  one("#arrivals").dataset.seats = "";
  document.dispatchEvent(new Event("table-changed"));
  // The last look: whoever has nothing gets a card, by a tap on the name.
  rows.forEach((_, at) => {
    if (said(meant.rows[at]).replace(" disc", "")) return;
    name(at);
    if (totals) press(one(`.mode[data-mode=cards]`), () => { totals = false; meant.afresh = true; });
    press(one(`.faces [data-face="${at + 2}"]`), () => meant.face(at + 2));
  });
}

const rowsOf = (body) => {
  const fields = new URLSearchParams(body);
  return all(".hand").map(({ dataset: { seat } }) => {
    const text = fields.get(`seat-${seat}-cards`);
    return `${fields.has(`seat-${seat}-out`) ? "out" : text}${fields.has(`seat-${seat}-disc`) ? " disc" : ""}`;
  });
};

function save(meant, random, outcome) {
  saved.length = 0;
  const button = one(".save");
  for (let count = 1 + Math.floor(random() * 3); count; count -= 1) {
    taps += 1;
    tap(button, 40 + random() * 200);
  }
  outcome.rounds += 1;
  outcome.questions += all(".asks:not([hidden])").length;
  const expected = meant.rows.map(said).join(" | ");
  const keys = new Set(saved.map((body) => new URLSearchParams(body).get("key")));
  const found = [...new Set(saved.map((body) => rowsOf(body).join(" | ")))];
  const waits = Object.keys(localStorage).filter((name) => name.startsWith("outbox "));
  const kept = waits.map((name) => rowsOf(JSON.parse(localStorage.getItem(name)).body).join(" | "));
  if (waits.length === 1 && keys.size <= 1 && [...found, ...kept].every((each) => each === expected)) return;
  outcome.wrong += 1;
  if (outcome.examples.length < 3) outcome.examples.push(`meant ${expected}\n saved ${[...found, ...kept].join("\n       ")}`);
}

// As after a save: another key, nothing typed, the hand at the first row.
function clear() {
  for (const name of Object.keys(localStorage)) if (/^(outbox|draft) /.test(name)) localStorage.removeItem(name);
  const form = one("#entry");
  delete form.dataset.sent;
  form.elements.key.value = Math.random().toString(36).slice(2).padEnd(22, "x").slice(0, 22);
  for (const row of all(".hand")) {
    row.querySelector(".hand-cards input").value = "";
    for (const box of row.querySelectorAll("[type=checkbox]")) box.checked = false;
  }
  const rows = all(".hand");
  tap(rows[1].querySelector(".hand-name"), 1000);
  tap(rows[0].querySelector(".hand-name"), 1000);
}

window.typeOnly = (seed) => {
  clear();
  const meant = new Meant(all(".hand").map(blank), 0);
  round(meant, chance(`${seed} typed`));
  return meant.rows;
};
window.goOn = (left, seed, count) => {
  const outcome = { rounds: 0, taps: 0, wrong: 0, questions: 0, examples: [] };
  taps = 0;
  const random = chance(`${seed} saved`);
  save(new Meant(left, 0), random, outcome);
  for (let evening = 0; evening < count; evening += 1) {
    for (let number = evening === 0 ? 1 : 0; number < 5; number += 1) {
      clear();
      const meant = new Meant(all(".hand").map(blank), 0);
      round(meant, random);
      save(meant, random, outcome);
    }
  }
  outcome.taps = taps;
  return outcome;
};
