// A file is opened in a group that this phone knows. The same phone opens the same file in the same group.
{
  const { group, groups, phone } = document.querySelector("form.import").elements;
  try { sessionStorage.removeItem("group"); } catch { /* blocked: nothing was passed on */ }
  const keys = groupsStore.all().map(({ href }) => href.slice(3));
  groups.value = keys.join(" ");
  groupsStore.tell(groupsStore.all()[0]);
  try {
    phone.value = localStorage.getItem("phone") ?? groupsStore.newKey();
    localStorage.setItem("phone", phone.value);
    if (!keys.length) group.value = groupsStore.newKey();
  } catch { /* blocked: the table stays without a group */ }
  group.form.addEventListener("submit", () => {
    const quiet = { href: `/g/${keys[0] ?? group.value}`, name: groupsStore.all()[0]?.name ?? group.dataset.name };
    try { if (keys.length || group.value) sessionStorage.setItem("group", JSON.stringify(quiet)); } catch { /* blocked */ }
  });
}
