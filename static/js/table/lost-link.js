// The server does not know a link that this phone had: it came back from a copy that is older. This phone goes on by another
// link of the table that is good, such as the one it came by; where there is none, the same one may be good again later.
const { lost } = document.querySelector("[data-lost]")?.dataset ?? {};
const table = lost && companion.tables.find(null, lost);
if (!table) return;
const links = [...new Set([lost, table.href, table.also, ...(table.past ?? [])])].filter(Boolean);

async function look() {
  for (const href of links) {
    const answer = await fetch(`${href}/state`, { cache: "no-store" }).catch(() => null);
    if (answer?.ok) {
      location.replace(href);
      return;
    }
  }
  setTimeout(look, 5000);
}
look();
