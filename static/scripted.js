"use strict";
// Before the first paint: styles count on scripts, until one of the page's does not come or breaks. What knows no cascade
// layers is older than what all this was tried in: there no script runs (see assets.py).
const root = document.documentElement;
const knows = "CSSLayerBlockRule" in window;
let broken = false;
root.classList.toggle("scripted", knows);
// Where a line holds at most 15 ems, before anything is painted and whenever a reader changes that.
const measure = () => {
  const line = 15 * parseFloat(getComputedStyle(root).fontSize);
  root.classList.toggle("narrow", matchMedia(`(max-width: ${line}px)`).matches);
};
measure();
new ResizeObserver(measure).observe(root);
// What this phone has kept itself is there when the page is seen, so that nothing moves; who has nothing waits for nothing.
const keeps = (name) => {
  try { return localStorage.getItem(name) !== null; } catch { return false; }
};
const { awaits } = document.currentScript.dataset;
const awaited = knows && Boolean(awaits?.split(",").some(keeps));
root.classList.toggle("waiting", awaited);
// Scripts that are long on their way leave the page plain until they are there.
const late = setTimeout(() => root.classList.remove("scripted", "waiting"), 5000);
addEventListener("error", ({ target, error }) => {
  // Not a picture; not htmx, which is asked for again; not what a browser says of sizes.
  if (target === window ? !error : target.async !== false || "later" in target.dataset) return;
  broken = true;
  root.classList.remove("scripted");
  for (const field of document.querySelectorAll("[inputmode=none]")) field.removeAttribute("inputmode");
}, { capture: true });
// The page's scripts are fetched beside its styles and run in order once somebody sees it, or where nothing is painted.
const parsed = new Promise((resolve) => { document.addEventListener("DOMContentLoaded", resolve); });
const painted = new Promise((resolve) => {
  if (awaited || document.hidden) resolve();
  new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
  addEventListener("load", () => setTimeout(resolve, 200));
});
const runScript = ({ href: src }) => new Promise((resolve) => {
  const script = Object.assign(document.createElement("script"), { src, async: false });
  for (const end of ["load", "error"]) script.addEventListener(end, resolve);
  document.head.append(script);
});
Promise.all([parsed, painted])
  .then(() => knows && Promise.all([...document.querySelectorAll("link[as=script]")].map(runScript)))
  .then(() => {
    clearTimeout(late);
    root.classList.remove("waiting");
    root.classList.toggle("scripted", knows && !broken);
    root.dataset.ready = "";
    document.dispatchEvent(new Event("ready"));
  });
