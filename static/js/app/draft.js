// What is typed into a form survives a reload, the back button and a dead server: it is kept on this
// phone until the table shows that it has been saved (see remember-table.js).
const form = document.querySelector("form[data-draft]");
if (!form) return;
const { phone, tab } = companion;
const name = `draft ${form.dataset.draft}`;
const notice = form.querySelector(".draft-notice");

const seen = () => JSON.stringify([...form.elements].filter(({ type }) => !["hidden", "submit", "button"].includes(type)).map(({ value, checked }) => [value, checked]));
let stored = "";
// Of a page that has what was typed, all was; else only what is not as it came.
let untouched = seen();

const keep = () => {
  const values = [...new FormData(form)].filter(([, value]) => typeof value === "string");
  // What waits as it is (outbox.js) goes on waiting.
  if ("delivered" in form.dataset || [stored, JSON.stringify(phone.read(name)?.values)].includes(JSON.stringify(values))) return;
  stored = JSON.stringify(values);
  if (seen() === untouched) phone.forget(name);
  else if (!phone.write(name, { at: Date.now(), values })) form.querySelector(".draft-unkept").hidden = false;
};

const restore = () => {
  const draft = phone.read(name);
  // A page that is opened without a connection may have been opened before: its key would be one that was used.
  if (!draft && !("typed" in form.dataset)) form.elements.key.value = companion.newKey();
  // A page that has what was typed needs no draft, unless more has been typed since.
  if (!draft || (sent && draft.at <= tab.read("sent"))) return;
  const typed = new Map(draft.values);
  for (const element of form.elements) {
    // The table is seen as this page has it, also where it changed after the draft was typed.
    if (!element.name || element.name === "version" || element.type === "submit") continue;
    if (["checkbox", "radio"].includes(element.type)) element.checked = typed.get(element.name) === element.value;
    else if (typed.has(element.name)) element.value = typed.get(element.name);
  }
  form.dataset.restored = "";
  notice.hidden = false;
};

const sent = "typed" in form.dataset && Boolean(tab.read("submitted"));
restore();
// It was refused, or made another form of: nothing of it is let go.
if (sent) {
  tab.forget("submitted");
  untouched = "";
}
if ("typed" in form.dataset) keep();
companion.onSecondTap(notice.querySelector("button"), () => {
  phone.forget(name);
  if (companion.go) companion.go(location.pathname + location.search);
  else location.reload();
});
for (const event of ["input", "change"]) form.addEventListener(event, keep);
// What was wrong is not said of what comes in its place.
form.addEventListener("input", ({ target }) => {
  if (target.getAttribute("aria-invalid") !== "true") return;
  target.removeAttribute("aria-invalid");
  document.getElementById(target.getAttribute("aria-describedby"))?.classList.add("mended");
});
form.addEventListener("hands-changed", () => { if ("begun" in form.dataset) keep(); });
form.addEventListener("click", () => { form.dataset.begun = ""; }, { capture: true });
form.addEventListener("submit", ({ submitter }) => {
  keep();
  if (seen() === untouched) return;
  tab.write("submitted", name);
  tab.write("sent", Date.now());
  // What goes along into another form is kept there.
  if (submitter?.hasAttribute("formaction")) phone.forget(name);
});
document.addEventListener("htmx:after:swap", ({ target }) => { if (target.id === "seats") keep(); }, { signal });
