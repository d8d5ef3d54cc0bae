// The server doesn't know a link that this phone had: it came back from an older copy, or without the table. Another link of
// this phone may still be good; else the sheet that was kept here makes the table anew.
const { lost } = document.querySelector("[data-lost]")?.dataset ?? {};
const table = lost && companion.tables.find(null, lost);
if (!table) return;
const links = [...new Set([lost, table.href, ...(table.past ?? [])])].filter(Boolean);

async function look() {
  for (const href of links) {
    const answer = await companion.ask(`${href}/state`).catch(() => null);
    if (answer?.ok) {
      location.replace(href);
      return;
    }
  }
  setTimeout(look, 5000);
}
companion.restore(table.token);
const form = document.querySelector("[data-restore]");
form.elements.groups.value = table.group?.href ?? ""; // where that is lost as well, the table is without one
form.addEventListener("submit", () => {
  companion.tab.write("restored", lost);
  companion.groups.pass(table.group);
});
look();
