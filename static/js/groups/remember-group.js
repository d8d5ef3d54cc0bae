// A group that was opened is remembered on this phone, and passed on to the table that is opened from it.
const page = document.querySelector("[data-group]");
if (!page) return;
const { group: href, name } = page.dataset;
const { replaced } = document.querySelector("[data-replaced]")?.dataset ?? {};
if (replaced) companion.groups.change(replaced, { href });
const { names } = document.querySelector("[data-names]")?.dataset ?? {};
companion.groups.remember({ href, name, players: names && JSON.parse(names) });
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-group-table]")) companion.groups.pass({ href, name });
});
