// A file is opened in a group that this phone knows. The same phone opens the same file in the same group.
const form = document.querySelector("form.open-file");
if (!form) return;
const { group, new_group: newGroup, groups, phone } = form.elements;
try { sessionStorage.removeItem("group"); } catch { /* blocked: nothing was passed on */ }
const known = companion.groups.all().map(({ href }) => href);
groups.value = known.join(" ");
companion.groups.tell(companion.groups.all()[0]);
try {
  phone.value = localStorage.getItem("phone") ?? form.elements.key.value;
  localStorage.setItem("phone", phone.value);
  if (!known.length) group.value = newGroup.value;
} catch { /* blocked: the table stays without a group */ }
form.addEventListener("submit", () => {
  const quiet = { href: known[0] ?? group.value, name: companion.groups.all()[0]?.name ?? group.dataset.name };
  try { if (known.length || group.value) sessionStorage.setItem("group", JSON.stringify(quiet)); } catch { /* blocked */ }
});
