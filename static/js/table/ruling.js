// A ruling that somebody has folded stays so when the page is loaded again, and leaves a big screen by itself.
const A_WHILE = 60000; // milliseconds
let seen = null;
const look = () => {
  const ruled = document.querySelector(".ruled");
  if (!ruled || ruled.id === seen) return;
  seen = ruled.id;
  try { if (sessionStorage.getItem("ruled") === location.pathname + seen) ruled.open = false; } catch { /* blocked: it opens again */ }
  if (document.querySelector(".screen")) setTimeout(() => { ruled.open = false; }, A_WHILE);
};
document.addEventListener("toggle", ({ target }) => {
  if (!target.matches(".ruled") || target.open) return;
  try { sessionStorage.setItem("ruled", location.pathname + target.id); } catch { /* blocked: it opens again */ }
}, { capture: true });
look();
document.addEventListener("table-changed", look);
