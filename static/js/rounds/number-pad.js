// The number pad of an entry screen: its keys type into the field of the active player. The fields stay the truth.
const pad = document.querySelector(".number-pad");
if (!pad) return;
const form = pad.closest("form");
const fields = [...form.querySelectorAll(".number:not(.number-hand) input")];
const row = (field) => field.closest(".numbers-seat");
const docked = pad.closest(".pad-dock");
const owner = form.querySelector("#pad-whose");
const signKey = pad.querySelector("[data-sign]")?.dataset.sign;
const halfKey = pad.querySelector("[data-half]")?.dataset.half;
// The keys that wrote a field. Of what was typed otherwise the server says how keys would have, one a character.
const tapped = new Map();
let afresh = false;

const keys = companion.pad({
  pad,
  places: fields,
  rowOf: row,
  fieldOf: (field) => field,
  isSaid: (field) => field.value || "optional" in field.dataset,
  isBelow: !docked,
  choose() {
    afresh = Boolean(keys.active?.value);
    for (const field of fields) field.classList.toggle("typing", field === keys.active);
    companion.write(owner, keys.active ? row(keys.active).dataset.name : docked ? owner.dataset.all : "");
    keys.draw();
  },
});

// A digit comes in the place of a lone 0, and none comes after a half; sign and half come and go. A number that was
// there before is typed anew.
const typed = (key) => {
  const { digit, sign, half, back } = key.dataset;
  const before = tapped.get(keys.active) ?? [...companion.canonical(keys.active)];
  if (back !== undefined) return before.slice(0, -1);
  if (digit && afresh) return [digit];
  const start = before[0] === signKey ? 1 : 0;
  const end = before.at(-1) === halfKey ? -1 : before.length;
  const [signs, digits, halves] = [before.slice(0, start), before.slice(start, end), before.slice(end)];
  if (digit && halves.length) return before;
  if (sign) return signs.length ? [...digits, ...halves] : [sign, ...before];
  if (half && halves.length) return [...signs, ...digits];
  if (digits.length === 1 && digits[0] === "0") digits.pop();
  return digit ? [...signs, ...digits, digit, ...halves] : [...signs, ...digits, half];
};

pad.addEventListener("click", ({ target }) => {
  const key = target.closest(".digit");
  if (!key) return;
  const { active } = keys;
  if (!active) return void companion.nudge(pad);
  const written = typed(key);
  if (written.length > active.maxLength) return;
  tapped.set(active, written);
  active.value = written.join("");
  afresh = false;
  pad.querySelector("output").textContent = `${row(active).dataset.name} ${active.value}`;
  keys.changed();
});
for (const field of fields) {
  field.addEventListener("focus", () => { if (!matchMedia("(pointer: coarse)").matches) field.select(); });
  field.addEventListener("input", () => {
    tapped.delete(field);
    afresh = false;
    keys.changed();
  });
}

// Below other questions none is active until one is meant, unless they are asked first.
const doubtful = fields.find((field) => row(field).matches("[data-doubt]"));
const first = form.querySelector("[data-keys-of]").contains(fields[0]) ? fields.find((field) => !field.value) ?? fields[0] : null;
keys.choose(doubtful ?? first, Boolean(doubtful));
form.querySelector(".doubts")?.scrollIntoView({ block: "end" });
