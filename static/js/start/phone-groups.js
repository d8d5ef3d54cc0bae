// A file is opened in a group that this phone knows.
const form = document.querySelector("form.open-file");
if (!form) return;
const { group, new_group: newGroup, groups } = form.elements;
try { sessionStorage.removeItem("group"); } catch { /* blocked: nothing was passed on */ }
const known = companion.groups.all().map(({ href }) => href);
groups.value = known.join(" ");
companion.groups.tell(companion.groups.all()[0]);
try {
  localStorage.setItem("groups", JSON.stringify(companion.groups.all()));
  if (!known.length) group.value = newGroup.value;
} catch { /* blocked: the table stays without a group */ }
form.addEventListener("submit", () => {
  const quiet = { href: known[0] ?? group.value, name: companion.groups.all()[0]?.name ?? group.dataset.name };
  try { if (known.length || group.value) sessionStorage.setItem("group", JSON.stringify(quiet)); } catch { /* blocked */ }
});
