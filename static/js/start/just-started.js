// A game that is started on this phone: its table draws the starter with a little suspense (see draw-lots.js).
const form = document.querySelector("form.new-game");
if (!form) return;
companion.tab.forget("just started");
form.addEventListener("submit", ({ submitter }) => companion.tab.write("just started", submitter?.name !== "change"));
