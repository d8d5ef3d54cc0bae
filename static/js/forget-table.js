// A link that has been replaced is not offered on the first page any more, be it a table's or a group's.
{
  const { replaced } = document.querySelector("[data-replaced]")?.dataset ?? {};
  try {
    const tables = JSON.parse(localStorage.getItem("tables") ?? "[]");
    for (const table of replaced ? tables : []) if (table.group?.href === replaced) delete table.group;
    if (replaced) localStorage.setItem("tables", JSON.stringify(tables));
    for (const kind of replaced ? ["tables", "groups"] : []) {
      const known = JSON.parse(localStorage.getItem(kind) ?? "[]");
      localStorage.setItem(kind, JSON.stringify(known.filter(({ href }) => href !== replaced)));
    }
  } catch { /* nothing was remembered */ }
}
