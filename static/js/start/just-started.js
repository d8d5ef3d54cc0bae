// A game that is started on this phone: its table draws the starter with a little suspense (see draw-lots.js).
const form = document.querySelector("form.new-game");
if (!form) return;
const mark = (started) => {
  try {
    if (started) sessionStorage.setItem("just started", "yes");
    else sessionStorage.removeItem("just started");
  } catch { /* blocked: no suspense */ }
};
mark(false);
form.addEventListener("submit", ({ submitter }) => mark(submitter?.name !== "change"));
