// A new game belongs to the group that this phone opened last. Where it knows none, the server makes one for the second game.
const form = document.querySelector("form.new-game");
if (!form) return;
const { group, quiet, rematch_of: rematchOf } = form.elements;
try { sessionStorage.removeItem("group"); } catch { /* blocked: nothing was passed on */ }

// The group of the table that this is a rematch of, as far as this phone knows it.
const groupBefore = () => {
  const tables = JSON.parse(localStorage.getItem("tables") ?? "[]");
  return tables.find(({ href }) => rematchOf.value && form.getAttribute("action") === `${href}/rematches`)?.group;
};

// A rematch is where its table is, and so must be its group.
const latest = () => companion.groups.all().find(({ href }) => !rematchOf.value || href.startsWith(group.dataset.address));

try {
  companion.groups.tell(quiet ? latest() : groupBefore());
} catch { /* blocked: no group is known */ }

// Before the draft is kept, which so has the group as well.
form.addEventListener("submit", () => {
  try {
    // House rules that nobody looked at are the group's.
    const rules = form.querySelector(".house-rules");
    const asCame = [...rules.querySelectorAll("option")].every(({ selected, defaultSelected }) => selected === defaultSelected);
    form.elements.as_before.value = asCame && !rules.open ? "y" : "";
    sessionStorage.setItem("group", "null");
    localStorage.setItem("groups", JSON.stringify(companion.groups.all()));
    if (quiet && !group.value) group.value = latest()?.href ?? "";
    const started = group.value ? { href: group.value, name: group.dataset.name } : groupBefore();
    const known = companion.groups.all().find(({ href }) => href === started?.href);
    if (started) sessionStorage.setItem("group", JSON.stringify(known ?? started));
  } catch { /* blocked: the group is not remembered */ }
}, { capture: true });
