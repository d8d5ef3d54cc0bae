// A file is opened in a group that this phone knows.
const form = document.querySelector("form.open-file");
if (!form) return;
const { groups, tab } = companion;
const { group, new_group: newGroup, groups: known } = form.elements;
tab.forget("group");
const all = groups.open();
const [latest] = all;
known.value = all.map(({ href }) => href).join(" ");
groups.tell(latest);
// Where nothing can be remembered, the table has no group.
if (groups.save(all) && !latest) group.value = newGroup.value;
form.addEventListener("submit", () => {
  if (latest || group.value) groups.pass({ href: latest?.href ?? group.value, name: latest?.name ?? group.dataset.name });
});
