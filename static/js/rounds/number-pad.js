// The number pad of an entry screen: its keys type into the field of the active player. The fields stay the truth.
for (const pad of document.querySelectorAll(".number-pad")) {
  const form = pad.closest("form");
  const fields = [...form.querySelectorAll(".number:not(.number-hand) input")];
  const touch = matchMedia("(pointer: coarse)").matches;
  // Where the pad scrolls along with the rows, it stays where it is as it goes on, and a tap on a row leads to it.
  // A pad that stands below other questions comes into view once one of its fields is meant; until then none is active,
  // unless they are asked first.
  const docked = pad.closest(".pad-dock");
  const loose = () => document.documentElement.classList.contains("loose");
  const row = (field) => field.closest(".numbers-seat");
  const owner = form.querySelector("#pad-whose");
  const nextKey = pad.querySelector(".next-player");
  const signKey = pad.querySelector("[data-sign]")?.dataset.sign;
  const halfKey = pad.querySelector("[data-half]")?.dataset.half;
  // The keys that wrote a field. Of what was typed otherwise the server says how keys would have, one a character.
  const tapped = new Map();
  let active = null; // nobody when everybody is in
  let afresh = false;
  let isChanged = form.matches("[data-typed], [data-restored], [data-editing]");

  const changed = () => {
    isChanged = true;
    draw();
    form.dispatchEvent(new Event("hands-changed", { bubbles: true }));
  };

  // A digit comes in the place of a lone 0, and none comes after a half; sign and half come and go. A number that was
  // there before is typed anew.
  const typed = (key) => {
    const { digit, sign, half, back } = key.dataset;
    const keys = tapped.get(active) ?? [...companion.canonical(active)];
    if (back !== undefined) return keys.slice(0, -1);
    if (digit && afresh) return [digit];
    const start = keys[0] === signKey ? 1 : 0;
    const end = keys.at(-1) === halfKey ? -1 : keys.length;
    const [before, digits, after] = [keys.slice(0, start), keys.slice(start, end), keys.slice(end)];
    if (digit && after.length) return keys;
    if (sign) return before.length ? [...digits, ...after] : [sign, ...keys];
    if (half && after.length) return [...before, ...digits];
    if (digits.length === 1 && digits[0] === "0") digits.pop();
    return digit ? [...before, ...digits, digit, ...after] : [...before, ...digits, half];
  };

  const choose = (field, meant = true) => {
    active = field;
    afresh = Boolean(field?.value);
    for (const other of fields) {
      const isActive = Boolean(field) && row(other) === row(field);
      row(other).classList.toggle("active", isActive);
      if (isActive) row(other).setAttribute("aria-current", "true");
      else row(other).removeAttribute("aria-current");
      other.classList.toggle("typing", other === field);
    }
    companion.write(owner, field ? row(field).dataset.name : docked ? owner.dataset.all : "");
    draw();
    if (!field) return;
    if (!docked && meant) pad.scrollIntoView({ block: "nearest" });
    else if (!loose()) row(field).scrollIntoView({ block: "nearest" });
    if (!touch && document.activeElement !== field) field.focus();
  };

  // The next clockwise, filled in or not.
  const following = () => fields[(fields.indexOf(active) + 1) % fields.length];

  const draw = () => {
    form.dataset.lacking = fields.some((field) => !field.value && !("optional" in field.dataset)) ? "y" : "";
    nextKey.setAttribute("aria-label", active ? nextKey.dataset.next.replace("@", () => row(following()).dataset.name) : nextKey.textContent);
  };

  pad.addEventListener("click", ({ target }) => {
    const key = target.closest(".digit");
    if (!key) return;
    if (!active) return void companion.nudge(pad);
    const keys = typed(key);
    if (keys.length > active.maxLength) return;
    const value = keys.join("");
    tapped.set(active, keys);
    active.value = value;
    afresh = false;
    pad.querySelector("output").textContent = `${row(active).dataset.name} ${value}`;
    changed();
  });
  nextKey.addEventListener("click", () => {
    if (active && !active.value) companion.passOver(row(active), nextKey);
    choose(following());
  });

  for (const field of fields) {
    field.addEventListener("focus", () => {
      if (field !== active) choose(field);
      if (!touch) field.select();
    });
    field.addEventListener("input", () => {
      tapped.delete(field);
      afresh = false;
      changed();
    });
    row(field).addEventListener("click", ({ target }) => {
      if ((!active || row(active) !== row(field)) && !fields.includes(target)) choose(field);
      if (touch && loose()) pad.scrollIntoView();
    });
  }
  // What was typed before htmx listened has not been judged yet.
  form.querySelector("#verdict").addEventListener("htmx:after:init", () => { if (isChanged) changed(); }, { once: true });

  const doubtful = fields.find((field) => row(field).matches("[data-doubt]"));
  const first = form.querySelector("[data-keys-of]").contains(fields[0]) ? fields.find((field) => !field.value) ?? fields[0] : null;
  choose(doubtful ?? first, Boolean(doubtful));
  form.querySelector(".doubts")?.scrollIntoView({ block: "end" });
  // All keys are there: now the keyboard may go.
  if (touch) for (const field of fields) field.inputMode = "none";
  else {
    pad.removeAttribute("data-keys");
    for (const key of pad.querySelectorAll("button")) key.tabIndex = -1;
  }
}
