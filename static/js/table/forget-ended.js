// A link that has ended is not offered on the first page any more, be it a table's or a group's with its tables.
const { replaced } = document.querySelector("[data-replaced]")?.dataset ?? {};
// Where a new link has taken its place, that page takes over what was known (see remember-table.js, remember-group.js).
if (!replaced || document.querySelector("[data-remember]")) return;
const { tables, groups } = companion;
const { group } = tables.find(null, replaced) ?? {};
const link = group && document.querySelector("[data-group-link]");
if (link) Object.assign(link, { href: group.href, hidden: false });
tables.change(replaced, { href: "" });
// The group's new link is known where it was replaced; elsewhere its tables are gone with it.
const { group: moved } = document.querySelector("[data-group]")?.dataset ?? {};
const ofGroup = (table) => table.group?.href === replaced;
if (moved) tables.save(tables.all().map((table) => (ofGroup(table) ? { ...table, group: { ...table.group, href: moved } } : table)));
else {
  tables.save(tables.all().filter((table) => !ofGroup(table)));
  groups.save(groups.all().filter(({ href }) => href !== replaced));
}
