"use strict";
// Before the first paint: styles count on scripts, until one of the page's does not come or breaks.
const root = document.documentElement;
root.classList.add("scripted");
addEventListener("error", ({ target }) => {
  if (target !== window && !target.defer) return; // a picture, or htmx, which is asked for again
  root.classList.remove("scripted");
  for (const field of document.querySelectorAll("[inputmode=none]")) field.removeAttribute("inputmode");
}, { capture: true });
