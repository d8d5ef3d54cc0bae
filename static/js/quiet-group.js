// A new game belongs to the group that this phone opened last; the first one makes a group quietly.
{
  const form = document.querySelector("form.new-game");
  const { group, quiet, rematch_of: rematchOf } = form.elements;
  try { sessionStorage.removeItem("group"); } catch { /* blocked: nothing was passed on */ }

  // The group of the table that this is a rematch of, as far as this phone knows it.
  const groupBefore = () => {
    const tables = JSON.parse(localStorage.getItem("tables") ?? "[]");
    return tables.find(({ href }) => rematchOf.value && href === `/t/${rematchOf.value}`)?.group;
  };

  try {
    groupsStore.tell(quiet ? groupsStore.all()[0] : groupBefore());
  } catch { /* blocked: no group is known */ }

  form.addEventListener("submit", () => {
    const latest = groupsStore.all()[0];
    try {
      // Where nothing can be remembered, the game has no group: nobody could ever open it.
      sessionStorage.setItem("group", "null");
      localStorage.setItem("groups", JSON.stringify(groupsStore.all()));
      if (quiet && !group.value) group.value = latest?.href.slice(3) ?? groupsStore.newKey();
      const started = group.value ? { href: `/g/${group.value}`, name: group.dataset.name } : groupBefore();
      const known = groupsStore.all().find(({ href }) => href === started?.href);
      if (started) sessionStorage.setItem("group", JSON.stringify(known ?? started));
    } catch { /* blocked: the group is not remembered */ }
  });
}
