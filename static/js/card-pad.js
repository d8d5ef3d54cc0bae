// The card pad of the entry screen: taps on faces or digits fill the text field of the active player.
// The fields stay the truth; this only types into them, and shows a running sum by the points that the
// server wrote on the keys.
{
  const form = document.querySelector("#entry");
  const pad = form.querySelector(".pad");
  const hands = [...form.querySelectorAll(".hand")];
  const waiting = form.elements.waiting;
  const fresh = !form.hasAttribute("data-typed") && !form.hasAttribute("data-restored") && !form.hasAttribute("data-editing");
  const points = new Map([...pad.querySelectorAll(".face[data-face]")].map((key) => [key.dataset.face, +key.dataset.points]));
  const listed = waiting.value.split(" ");
  const reached = new Set(fresh ? [] : hands.filter((hand) => !listed.includes(hand.dataset.seat)));
  let active = hands[0];
  let byKeyboard = false;
  let mode = "cards";

  const field = (hand) => hand.querySelector(".hand-cards input");
  const parts = (hand) => field(hand).value.split(/[\s,;.+/]+/).filter(Boolean);
  const total = (hand) => /^=\s*[-−]?(\d+)$|^[-−](\d+)$/.exec(field(hand).value.trim());

  function sum(hand) {
    const known = total(hand);
    if (known) return +(known[1] ?? known[2]);
    return parts(hand).reduce((all, face) => all + (face === "0" ? 0 : (points.get(face) ?? NaN)), 0);
  }

  function shown(hand) {
    const cost = sum(hand);
    if (Number.isNaN(cost)) return "?";
    if (cost) return `−${cost}`;
    const begun = hand !== active || hands.some((other) => field(other).value);
    return reached.has(hand) && begun ? pad.querySelector(".tray-sum").dataset.out : "";
  }

  function draw() {
    for (const hand of hands) {
      const place = hand.querySelector(".hand-sum");
      place.textContent = shown(hand);
      place.classList.toggle("is-out", sum(hand) === 0);
      hand.classList.toggle("active", hand === active);
    }
    pad.querySelector(".tray-name").textContent = active.querySelector(".hand-name").textContent;
    pad.querySelector(".tray-sum").textContent = shown(active);
    const chips = pad.querySelector(".chips");
    chips.replaceChildren(...(total(active) ? [] : parts(active)).map(chip));
    chips.scrollLeft = chips.scrollWidth;
  }

  function chip(face, index) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "chip";
    button.textContent = face;
    button.setAttribute("aria-label", `${pad.querySelector(".chips").dataset.takeBack} ${face}`);
    button.addEventListener("click", () => fill(parts(active).toSpliced(index, 1).join(" ")));
    return button;
  }

  function fill(value) {
    field(active).value = value;
    changed();
  }

  function changed() {
    const left = hands.filter((hand) => !reached.has(hand) && !field(hand).value && !hand.querySelector("[type=checkbox]").checked);
    waiting.value = byKeyboard ? "" : left.map((hand) => hand.dataset.seat).join(" ");
    draw();
    form.dispatchEvent(new Event("hands-changed"));
  }

  // Whoever comes before the player that is chosen has been passed over: nothing left.
  function choose(hand) {
    active = hand;
    hands.slice(0, hands.indexOf(hand) + 1).forEach((passed) => reached.add(passed));
    changed();
    hand.scrollIntoView({ block: "nearest" });
  }

  function next() {
    const after = hands.indexOf(active) + 1;
    const order = [...hands.slice(after), ...hands.slice(0, after)];
    choose(order.find((hand) => !reached.has(hand)) ?? order[0]);
  }

  function setMode(chosen) {
    mode = chosen;
    for (const button of document.querySelectorAll(".mode")) button.setAttribute("aria-pressed", button.dataset.mode === mode);
    pad.querySelector(".faces").hidden = mode !== "cards";
    pad.querySelector(".digits").hidden = mode !== "totals";
    try { localStorage.setItem("entry-mode", mode); } catch { /* private mode: remembered for this page only */ }
  }

  pad.addEventListener("click", ({ target }) => {
    const key = target.closest("button");
    if (!key) return;
    const known = total(active)?.[1];
    if (key.dataset.face) fill([...(known ? [] : parts(active)), key.dataset.face].join(" "));
    if (key.dataset.digit) {
      const digits = ((known && known.length < 3 ? known : "") + key.dataset.digit).replace(/^0+(?=\d)/, "");
      const full = (known ?? "").length + 1 === 2 || (known === "0" && key.dataset.digit === "0");
      fill(`=${digits}`);
      if (full && hands.some((hand) => !reached.has(hand))) next();
    }
    if (key.hasAttribute("data-back")) fill(known ? (known.length > 1 ? `=${known.slice(0, -1)}` : "") : parts(active).slice(0, -1).join(" "));
  });

  for (const hand of hands) {
    hand.addEventListener("click", ({ target }) => { if (!target.closest(".hand-disc")) choose(hand); });
    field(hand).addEventListener("focus", () => { if (active !== hand) choose(hand); });
    field(hand).addEventListener("input", () => { byKeyboard = true; changed(); });
    hand.querySelector("[type=checkbox]").addEventListener("change", () => { reached.add(hand); changed(); });
    if (matchMedia("(pointer: coarse)").matches) field(hand).inputMode = "none";
  }
  form.querySelector(".next-player").addEventListener("click", next);
  document.querySelector(".modes").addEventListener("click", ({ target }) => target.dataset.mode && setMode(target.dataset.mode));

  let remembered = "cards";
  try { remembered = localStorage.getItem("entry-mode") ?? remembered; } catch { /* private mode */ }
  setMode(remembered);
  choose(hands.find((hand) => hand.querySelector(".problem")) ?? hands.find((hand) => !reached.has(hand)) ?? hands[0]);
}
