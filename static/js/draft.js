// What is typed into a form survives a reload, the back button and a dead server: it is kept on this
// phone until the table shows that it has been saved (see remember-table.js).
{
  const form = document.querySelector("form[data-draft]");
  const name = `draft ${form.dataset.draft}`;

  const keep = () => {
    const values = [...new FormData(form)].filter(([, value]) => typeof value === "string");
    try { localStorage.setItem(name, JSON.stringify({ at: Date.now(), values })); } catch { /* full or private */ }
  };

  const restore = () => {
    let draft = null;
    try { draft = JSON.parse(localStorage.getItem(name)); } catch { /* unreadable: begin anew */ }
    if (!draft) return;
    const typed = new Map(draft.values);
    for (const element of form.elements) {
      if (!element.name || element.type === "submit") continue;
      if (element.type === "checkbox") element.checked = typed.has(element.name);
      else if (typed.has(element.name)) element.value = typed.get(element.name);
    }
    form.setAttribute("data-restored", "");
  };

  if (!form.hasAttribute("data-typed")) restore();
  for (const event of ["input", "change", "hands-changed", "submit"]) form.addEventListener(event, keep);
  document.addEventListener("htmx:after:swap", keep);
}
