// A file is opened in a group that this phone knows.
const form = document.querySelector("form.open-file");
if (!form) return;
const { group, new_group: newGroup, groups } = form.elements;
companion.tab.forget("group");
const known = companion.groups.all().map(({ href }) => href);
groups.value = known.join(" ");
companion.groups.tell(companion.groups.all()[0]);
// Where nothing can be remembered, the table has no group.
if (companion.phone.write("groups", companion.groups.all()) && !known.length) group.value = newGroup.value;
form.addEventListener("submit", () => {
  const quiet = { href: known[0] ?? group.value, name: companion.groups.all()[0]?.name ?? group.dataset.name };
  if (known.length || group.value) companion.tab.write("group", quiet);
});
