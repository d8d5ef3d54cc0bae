// The first starter was drawn by lot: on the phone that started the game, the names go by before one stays.
const { token } = document.querySelector("[data-remember]")?.dataset ?? {};
if (!token) return;
const STEPS = 22;
const opening = document.querySelector(".opening[data-drawn]");
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
let fresh = null;
try {
  fresh = sessionStorage.getItem("just started");
  sessionStorage.removeItem("just started");
  const { url, body } = JSON.parse(fresh);
  const drew = opening ? `&drew=${Number(opening.dataset.drawn) + 1}` : "";
  // Only a new game could be opened again by it, not a rematch.
  if (url.endsWith("/tables")) companion.outbox.keep({ key: `started ${token}`, url, table: token, body: body + drew, told: "started", at: Date.now() });
} catch { /* blocked, or not started here: no suspense */ }
if (!opening || !fresh || calm) return;

const name = opening.querySelector(".opening-starts bdi");
const players = JSON.parse(document.querySelector("[data-names]").dataset.names);
const drawn = Number(opening.dataset.drawn);
opening.classList.add("drawing");
const show = (step) => {
  name.textContent = players[(drawn + step) % players.length];
  // Slower and slower, as a wheel that runs out.
  if (step) return setTimeout(show, 40 + 360 * (1 - step / STEPS) ** 3, step - 1);
  opening.classList.replace("drawing", "drawn");
  return null;
};
show(STEPS);
