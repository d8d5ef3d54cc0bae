// What saving would do follows from every tap: it is said when the taps pause. What stands in the way of a save is shown
// where it was tapped: a question in the place of the button, with what can be done about it.
const verdict = document.querySelector("#verdict");
if (!verdict) return;
const form = verdict.closest("form");
const wording = () => (verdict.querySelector(".verdict") ?? verdict).textContent.replace(/\s+/g, " ").trim();
const question = () => verdict.querySelector(".asks");
let lastWording = wording();
let pause = 0;
let judged = "";
let current = false; // the verdict is about what is typed by now
let wanted = false; // a save was tapped, and waits for an answer

// Until something else is typed, this goes along with the form.
const answer = (name, value) => form.append(Object.assign(document.createElement("input"), { type: "hidden", className: "answered", name, value }));

function ask() {
  wanted = true; // also of a verdict that is still on its way
  if (question()) {
    question().hidden = false;
    question().querySelector("button").focus({ preventScroll: true });
    return;
  }
  companion.nudge(verdict);
  companion.say("");
  setTimeout(() => companion.say(wording()), 200);
}

// A field that is left without another value says "change", too.
function stale() {
  const typed = JSON.stringify([...form.elements].filter(({ className }) => className !== "answered").map(({ value, checked }) => [value, checked]));
  if (typed === judged) return;
  [judged, current, wanted] = [typed, false, false];
  verdict.querySelectorAll("button").forEach((button) => button.remove());
  question()?.remove();
  form.querySelectorAll(".answered").forEach((field) => field.remove());
  form.querySelector(".doubts")?.classList.add("mended");
}

// Once, so that it is seen again.
companion.nudge = (element) => {
  element.classList.remove("nudged");
  void element.offsetWidth;
  element.classList.add("nudged");
};
// "Next player" goes on from a row that says nothing: that is seen, and heard.
companion.passOver = (seat, key) => {
  companion.nudge(seat);
  companion.say(key.dataset.unsaid.replace("@", () => seat.dataset.name));
};
new MutationObserver(() => {
  clearTimeout(pause);
  pause = setTimeout(() => {
    if (wording() === lastWording) return;
    lastWording = wording();
    companion.say(lastWording);
  }, 1000);
}).observe(verdict, { childList: true, subtree: true });

for (const name of ["hands-changed", "input", "change"]) form.addEventListener(name, stale);
form.addEventListener("htmx:after:swap", () => {
  current = true;
  if (wanted) ask();
});
document.addEventListener("no-answer", () => { verdict.textContent = form.dataset.offline; }, { signal });
document.addEventListener("submit", (event) => {
  const { target, submitter } = event;
  if (target !== form) return;
  if (submitter?.name === "use") answer("use", submitter.value);
  if (submitter?.name) return;
  // Who is missing is named without a connection, too.
  if (form.dataset.lacking) {
    verdict.querySelector(".verdict")?.classList.add("verdict-wrong");
    form.dispatchEvent(new Event("save-lacks"));
  } else if (!current || !(question() || verdict.querySelector(".verdict-wrong"))) {
    wanted = true; // what it is refused for stands here
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  ask();
}, { capture: true, signal });
verdict.addEventListener("click", ({ target }) => {
  const { change } = target.closest("button")?.dataset ?? {};
  if (change === undefined) return;
  question().hidden = true;
  wanted = false;
  (form.querySelector(`[data-seat="${change}"] input`) ?? form.querySelector(".save")).focus();
});
