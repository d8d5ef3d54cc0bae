// A grid of keys is one stop for the keyboard: arrows go from key to key.
const GRID = "[data-keys]";
const keysOf = (grid) => [...grid.querySelectorAll("button")].filter((key) => !key.disabled && key.getClientRects().length && getComputedStyle(key).visibility === "visible");

function stopOnce(grid) {
  const keys = keysOf(grid);
  const one = keys.find((key) => key === document.activeElement) ?? keys.find((key) => key.matches("[aria-current]")) ?? keys[0];
  for (const key of grid.querySelectorAll("button")) key.tabIndex = key === one ? 0 : -1;
}

// The nearest key above or below.
function across(keys, from, down) {
  const middle = (key) => { const { left, top, width, height } = key.getBoundingClientRect(); return [left + width / 2, top + height / 2]; };
  const [x, y] = middle(from);
  const far = (key) => { const [left, top] = middle(key); return Math.abs(left - x) + 4 * Math.abs(top - y); };
  const beyond = keys.filter((key) => (middle(key)[1] - y) * down > from.offsetHeight / 2);
  return beyond.sort((one, other) => far(one) - far(other))[0];
}

const STEPS = {
  ArrowLeft: (keys, at) => keys[at - 1],
  ArrowRight: (keys, at) => keys[at + 1],
  ArrowUp: (keys, at) => across(keys, keys[at], -1),
  ArrowDown: (keys, at) => across(keys, keys[at], 1),
  Home: (keys) => keys[0],
  End: (keys) => keys[keys.length - 1],
};

document.addEventListener("keydown", (event) => {
  const grid = event.target.matches("button") && event.target.closest(GRID);
  if (!grid || !STEPS[event.key] || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const keys = keysOf(grid);
  STEPS[event.key](keys, keys.indexOf(event.target))?.focus();
}, { signal });
document.addEventListener("focusin", ({ target }) => { const grid = target.closest(GRID); if (grid) stopOnce(grid); }, { signal });
const stopEach = () => document.querySelectorAll(GRID).forEach(stopOnce);
document.addEventListener("change", stopEach, { signal });
document.addEventListener("htmx:after:swap", stopEach, { signal });
// Another grid may have come in its place, or a script that comes later may have chosen one.
document.addEventListener("click", ({ target }) => { if (target.closest(".mode")) stopEach(); }, { signal });
setTimeout(stopEach);
