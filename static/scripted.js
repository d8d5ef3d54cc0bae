"use strict";
// Before the first paint: styles count on scripts, until one of the page's does not come or breaks. What knows no cascade
// layers is older than what all this was tried in: there no script runs (see assets.py).
const root = document.documentElement;
const knows = "CSSLayerBlockRule" in window;
let broken = false;
root.classList.toggle("scripted", knows);
// What this phone has kept itself is there when the page is seen, so that nothing moves; who has nothing waits for nothing.
const keeps = (name) => {
  try { return localStorage.getItem(name) !== null; } catch { return false; }
};
const { awaits } = document.currentScript.dataset;
root.classList.toggle("waiting", knows && Boolean(awaits?.split(" ").some(keeps)));
// Scripts that are long on their way leave the page plain until they are there.
const late = setTimeout(() => root.classList.remove("scripted", "waiting"), 5000);
addEventListener("DOMContentLoaded", () => {
  clearTimeout(late);
  root.classList.remove("waiting");
  root.classList.toggle("scripted", knows && !broken);
});
addEventListener("error", ({ target, error }) => {
  // Not a picture; not htmx, which is asked for again; not what a browser says of sizes.
  if (target === window ? !error : !target.defer) return;
  broken = true;
  root.classList.remove("scripted");
  for (const field of document.querySelectorAll("[inputmode=none]")) field.removeAttribute("inputmode");
}, { capture: true });
