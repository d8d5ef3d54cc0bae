// A file is opened in a group that this phone knows.
const form = document.querySelector("form.open-file");
if (!form) return;
const { group, new_group: newGroup, groups } = form.elements;
companion.tab.forget("group");
const links = companion.groups.all().map(({ href }) => href);
groups.value = links.join(" ");
companion.groups.tell(companion.groups.all()[0]);
// Where nothing can be remembered, the table has no group.
if (companion.phone.write("groups", companion.groups.all()) && !links.length) group.value = newGroup.value;
form.addEventListener("submit", () => {
  const quiet = { href: links[0] ?? group.value, name: companion.groups.all()[0]?.name ?? group.dataset.name };
  if (links.length || group.value) companion.tab.write("group", quiet);
});
