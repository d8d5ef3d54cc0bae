// A link that has been replaced is not offered on the first page any more.
{
  const { replaced } = document.querySelector("[data-replaced]")?.dataset ?? {};
  try {
    const tables = JSON.parse(localStorage.getItem("tables") ?? "[]");
    if (replaced) localStorage.setItem("tables", JSON.stringify(tables.filter(({ href }) => href !== replaced)));
  } catch { /* nothing was remembered */ }
}
