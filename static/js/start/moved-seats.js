// Who has moved a player by a key stays at that player.
let moved = null;
document.addEventListener("click", ({ target }) => { moved = target.closest(".move")?.value ?? null; });
document.addEventListener("htmx:after:swap", ({ target }) => {
  if (target.id !== "seats" || !moved) return;
  const [way, row] = moved.split("-");
  const here = Number(row) + (way === "up" ? -1 : 1);
  const keys = ["up", "down"].sort((one) => (one === way ? -1 : 1)).map((name) => document.querySelector(`.move[value="${name}-${here}"]`));
  keys.find((key) => key && !key.disabled)?.focus({ preventScroll: true });
  moved = null;
});
