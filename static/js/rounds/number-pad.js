// The number pad of an entry screen: its keys type into the field of the active player. The fields stay the truth.
for (const pad of document.querySelectorAll(".number-pad")) {
  const form = pad.closest("form");
  const fields = [...form.querySelectorAll(".number input")];
  const verdict = form.querySelector("#verdict");
  const touch = matchMedia("(pointer: coarse)").matches;
  const row = (field) => field.closest(".numbers-seat");
  let active = null;
  let afresh = false;
  let untold = form.matches("[data-typed], [data-restored], [data-editing]");

  const changed = () => {
    verdict.querySelector("button")?.remove();
    untold = true;
    form.dispatchEvent(new Event("hands-changed"));
  };

  // A digit goes before the half, a sign comes and goes; a number that was there before is typed anew.
  const typed = (key) => {
    const [, sign, digits, half] = /^([-−–]?)(.*?)(½?)$/.exec(active.value.trim());
    switch (key) {
      case "−": return (sign ? "" : "−") + digits + half;
      case "½": return sign + (half ? digits : digits.replace(/^0$/, "") + "½");
      case "⌫": return active.value.trim().slice(0, -1);
      default: return afresh ? key : sign + digits.replace(/^0$/, "") + key + half;
    }
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
    const key = target.closest("button")?.dataset.type;
    if (!key) return;
    const value = typed(key);
    if (value.length > active.maxLength) return;
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
    field.addEventListener("input", () => { afresh = false; changed(); });
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
