// Taps on the referee's cards: none is lost, however quick. They gather in the form, in order, until an answer has taken all of them in.
const taps = document.querySelector("#taps");
if (!taps) return;
const form = taps.closest("form");
const PATIENCE = 3000; // milliseconds
let waiting = false;
let onPad = false;

function ask() {
  waiting = true;
  form.dispatchEvent(new Event("asked"));
}

form.addEventListener("submit", (event) => {
  const { submitter } = event;
  if (submitter?.formMethod === "post") return; // the ruling is shown to the table
  event.preventDefault();
  if (submitter?.name) {
    const { name, value } = submitter;
    taps.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    onPad = Boolean(submitter.closest("[data-pad]"));
  }
  ask();
});
form.addEventListener("change", ask);
// Until htmx has come, taps wait.
form.addEventListener("htmx:after:init", () => { if (waiting) ask(); });
form.addEventListener("htmx:after:swap", () => {
  waiting = false;
  taps.replaceChildren();
  document.querySelector("#connection").hidden = true;
  if (onPad) form.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  history.replaceState(history.state, "", document.querySelector("#ruling").dataset.address);
});
form.addEventListener("no-answer", () => {
  document.querySelector("#connection").hidden = false;
  setTimeout(() => { if (waiting) ask(); }, PATIENCE);
});
