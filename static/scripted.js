"use strict";
// Before the first paint: styles count on scripts, until one of the page's does not come or breaks. What knows no cascade
// layers is older than what all this was tried in: there no script runs (see assets.py).
const root = document.documentElement;
if ("CSSLayerBlockRule" in window) root.classList.add("scripted");
addEventListener("error", ({ target, error }) => {
  // Not a picture; not htmx, which is asked for again; not what a browser says of sizes.
  if (target === window ? !error : !target.defer) return;
  root.classList.remove("scripted");
  for (const field of document.querySelectorAll("[inputmode=none]")) field.removeAttribute("inputmode");
}, { capture: true });
