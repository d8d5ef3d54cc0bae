// A game that is started on this phone: its table draws the starter with a little suspense, and keeps what it was started with,
// should the server ever lose it (see draw-lots.js, lost-link.js).
const form = document.querySelector("form.new-game");
if (!form) return;
const mark = (started) => {
  try {
    if (started) sessionStorage.setItem("just started", JSON.stringify({ url: form.action, body: `${new URLSearchParams(new FormData(form))}` }));
    else sessionStorage.removeItem("just started");
  } catch { /* blocked: no suspense */ }
};
mark(false);
form.addEventListener("submit", ({ submitter }) => mark(submitter?.name !== "change"));
