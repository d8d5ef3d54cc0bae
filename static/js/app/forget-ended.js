// A link that has ended is not offered on the first page any more, be it a table's or a group's with its tables.
const { replaced } = document.querySelector("[data-replaced]")?.dataset ?? {};
const forget = (kind, ended) => {
  const known = JSON.parse(localStorage.getItem(kind) ?? "[]");
  localStorage.setItem(kind, JSON.stringify(known.filter((one) => !ended(one))));
};
try {
  if (replaced) {
    forget("tables", ({ href, group }) => href === replaced || group?.href === replaced);
    // Where a new link has taken its place, that page takes over what was known (see remember-group.js).
    if (!document.querySelector("[data-group]")) forget("groups", ({ href }) => href === replaced);
  }
} catch { /* nothing was remembered */ }
