// The number pad of an entry screen: its keys type into the field of the active player. The fields stay the truth.
for (const pad of document.querySelectorAll(".number-pad")) {
  const form = pad.closest("form");
  const fields = [...form.querySelectorAll(".number input")];
  const verdict = form.querySelector("#verdict");
  const touch = matchMedia("(pointer: coarse)").matches;
  const row = (field) => field.closest(".numbers-seat");
  const signKey = pad.querySelector("[data-sign]")?.dataset.sign;
  const halfKey = pad.querySelector("[data-half]")?.dataset.half;
  // The keys that wrote a field. Of what was typed otherwise the server says how keys would have, one a character.
  const tapped = new Map();
  let active = null;
  let afresh = false;
  let untold = form.matches("[data-typed], [data-restored], [data-editing]");

  const changed = () => {
    verdict.querySelector("button")?.remove();
    untold = true;
    form.dispatchEvent(new Event("hands-changed"));
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

  const choose = (field) => {
    active = field;
    afresh = Boolean(field.value);
    for (const other of fields) {
      row(other).classList.toggle("active", row(other) === row(field));
      other.classList.toggle("typing", other === field);
    }
    row(field).scrollIntoView({ block: "nearest" });
  };

  const next = () => {
    const after = fields.indexOf(active) + 1;
    const order = [...fields.slice(after), ...fields.slice(0, after)];
    const field = order.find((other) => !other.value) ?? order[0];
    choose(field);
    if (!touch) field.focus();
  };

  pad.addEventListener("click", ({ target }) => {
    const key = target.closest(".digit");
    if (!key) return;
    const keys = typed(key);
    if (keys.length > active.maxLength) return;
    const value = keys.join("");
    tapped.set(active, keys);
    active.value = value;
    afresh = false;
    pad.querySelector("output").textContent = `${row(active).dataset.name} ${value}`;
    changed();
  });
  form.querySelector(".next-player").addEventListener("click", next);

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
    field.addEventListener("keydown", (event) => {
      const following = fields[fields.indexOf(field) + 1];
      if (event.key !== "Enter" || !following) return;
      event.preventDefault();
      following.focus();
    });
    row(field).addEventListener("click", ({ target }) => { if (row(active) !== row(field) && !fields.includes(target)) choose(field); });
    if (touch) field.inputMode = "none";
  }
  document.addEventListener("no-answer", () => { verdict.textContent = form.dataset.offline; });
  // What was typed before htmx listened has not been judged yet.
  verdict.addEventListener("htmx:after:init", () => { if (untold) changed(); }, { once: true });

  const doubtful = form.querySelector(".numbers-seat[data-doubt] input");
  choose(doubtful ?? fields.find((field) => !field.value) ?? fields[0]);
  form.querySelector(".doubts")?.scrollIntoView({ block: "end" });
  if (!touch) {
    for (const key of pad.querySelectorAll("button")) key.tabIndex = -1;
    active.focus();
  }
}
