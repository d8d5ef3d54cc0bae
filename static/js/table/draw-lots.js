// The first starter was drawn by lot: on the phone that started the game, the names go by before one stays.
const STEPS = 22;
const opening = document.querySelector(".opening[data-drawn]");
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
const fresh = companion.tab.take("just started");
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
