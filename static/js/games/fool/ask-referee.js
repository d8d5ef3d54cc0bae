// What is asked of the referee stands in the address, and is asked again whenever it changes.
const form = document.querySelector(".trick-question");
if (!form) return;
const fields = [...form.querySelectorAll("[aria-describedby]")];
const matters = ([name, value]) => value && !["into", "colour"].includes(name);
const question = () => new URLSearchParams([...new FormData(form)].filter(matters)).toString();
let last = question();
let waiting = false;

function ask() {
  const query = question();
  if (query === last) return;
  last = query;
  waiting = true;
  history.replaceState(history.state, "", query ? `?${query}` : location.pathname);
  form.dispatchEvent(new Event("asked"));
}

form.addEventListener("input", ({ target }) => {
  // Another number of players makes other fields.
  if (target.name === "players") form.submit();
  else ask();
});
form.addEventListener("no-answer", () => { form.querySelector("[role=status]").textContent = form.dataset.offline; });
document.addEventListener("htmx:after:swap", () => {
  for (const field of fields) {
    const problem = document.getElementById(field.getAttribute("aria-describedby"));
    field.setAttribute("aria-invalid", String(Boolean(problem.textContent)));
  }
}, { signal });
addEventListener("online", () => { form.dispatchEvent(new Event("asked")); }, { signal });
// What was tapped before htmx listened has not been asked yet.
form.addEventListener("htmx:after:init", () => { if (waiting) form.dispatchEvent(new Event("asked")); }, { once: true });
