// What is typed into a form survives a reload, the back button and a dead server: it is kept on this
// phone until the table shows that it has been saved (see remember-table.js).
const form = document.querySelector("form[data-draft]");
if (!form) return;
const { phone, tab } = companion;
const name = `draft ${form.dataset.draft}`;
const notice = form.querySelector(".draft-notice");

let known = "";

// 128 random bits, as the server makes them.
const newKey = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))).replace(/[+/=]/g, (sign) => ({ "+": "-", "/": "_" })[sign] ?? "");

const keep = () => {
  const values = [...new FormData(form)].filter(([, value]) => typeof value === "string");
  if ("delivered" in form.dataset || JSON.stringify(values) === known) return;
  known = JSON.stringify(values);
  if (!phone.write(name, { at: Date.now(), values })) form.querySelector(".draft-unkept").hidden = false;
};

const restore = () => {
  const draft = phone.read(name);
  // A page that is opened without a connection may have been opened before: its key would be one that was used.
  if (!draft && !("typed" in form.dataset)) form.elements.key.value = newKey();
  // A page that has what was typed needs no draft, unless more has been typed since.
  if (!draft || ("typed" in form.dataset && draft.at <= tab.read("sent"))) return;
  const typed = new Map(draft.values);
  for (const element of form.elements) {
    if (!element.name || element.type === "submit") continue;
    if (["checkbox", "radio"].includes(element.type)) element.checked = typed.get(element.name) === element.value;
    else if (typed.has(element.name)) element.value = typed.get(element.name);
  }
  form.dataset.restored = "";
  notice.hidden = false;
};

restore();
// It was refused: nothing of it is let go.
if ("typed" in form.dataset) tab.forget("submitted");
companion.onSecondTap(notice.querySelector("button"), () => {
  phone.forget(name);
  location.reload();
});
for (const event of ["input", "change"]) form.addEventListener(event, keep);
form.addEventListener("hands-changed", () => { if ("begun" in form.dataset) keep(); });
form.addEventListener("click", () => { form.dataset.begun = ""; }, { capture: true });
form.addEventListener("submit", () => {
  keep();
  tab.write("submitted", name);
  tab.write("sent", Date.now());
});
document.addEventListener("htmx:after:swap", ({ target }) => { if (target.id === "seats") keep(); });
