// The server does not know a link that this phone had: it came back from a copy that is older. This phone goes on by another
// link of the table that is good, such as the one it came by; where there is none, the same one may be good again later.
const { lost } = document.querySelector("[data-lost]")?.dataset ?? {};
const table = lost && companion.tables.find(null, lost);
if (!table) return;
const links = [...new Set([lost, table.href, table.also, ...(table.past ?? [])])].filter(Boolean);

// The phone that started the game has what it was started with: that makes the same table, with the same link.
function offer() {
  const started = companion.outbox.delivered().find(({ key }) => key === `started ${table.token}`);
  const form = document.querySelector("[data-reopen]");
  if (!started) return;
  form.action = started.url;
  form.append(...[...new URLSearchParams(started.body)].map(([name, value]) => Object.assign(document.createElement("input"), { type: "hidden", name, value })));
  form.hidden = false;
}

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
document.querySelector("[data-kept]").hidden = false;
offer();
look();
