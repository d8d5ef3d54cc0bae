// A table that was opened is remembered on this phone, and drafts that it shows as saved are let go.
const MONTH = 30 * 24 * 3600 * 1000;
const { phone, tab, tables } = companion;
let opening = true; // what the page before has passed on is for a page that opens, not for one that is being left

function remember(dataset) {
  const { remember: href, token, names, known } = dataset;
  const players = JSON.parse(names);
  const before = tables.find(token, href);
  const restored = opening && tab.take("restored"); // in place of one that the server lost
  const others = tables.all().filter((table) => ![href, restored].includes(table.href) && table.token !== token);
  const { role, me, group: theirs, ...state } = JSON.parse(known);
  const group = groupOf(before, players, theirs);
  const past = [...new Set([before?.href, ...(before?.past ?? [])])].filter((one) => one && one !== href).slice(0, 5);
  // What waits on this phone may be delivered by another link (see outbox.js).
  if (before?.href !== href || before.role !== role) setTimeout(() => document.dispatchEvent(new Event("connected")));
  tables.save([{ href, role, me, past, token, players, ...state, ...(group && { group }), at: Date.now() }, ...others]);
  phone.write("names", [...new Set([...players, ...(phone.read("names") ?? [])])].slice(0, 60));
}

// The group that the table was opened from, or that its page tells to hosts; to others the table's pages say nothing of it.
function groupOf(before, players, theirs) {
  const passed = opening && tab.take("group");
  const from = theirs ?? passed;
  if (from) companion.groups.remember({ players, ...from });
  const group = from || before?.group;
  for (const link of group ? document.querySelectorAll("[data-group-link]") : []) {
    Object.assign(link, { href: group.href + link.dataset.groupLink, hidden: false });
  }
  return group && { href: group.href, name: group.name };
}

// What this phone has typed stays until it has the sheet with that round: with the server's disk, the round would be lost.
function letGo(dataset) {
  const { token, version } = dataset;
  const storedRounds = phone.read(`sheet ${token}`)?.rounds ?? 0;
  const submitted = opening && tab.take("submitted");
  for (const name of phone.names("draft ")) {
    // "draft <table>/<round>", with the version that a correction began from, or with whose hand it is.
    const [round, seen] = name.startsWith(`draft ${token}/`) ? name.slice(`draft ${token}/`.length).split("/") : [];
    const corrected = seen && !seen.startsWith("hand-");
    const entered = round && (corrected ? seen !== version : +round <= storedRounds);
    const started = name === submitted && /^draft (new-game|rematch |names )/.test(name);
    const { sent, at } = phone.read(name) ?? {};
    if (!sent && (entered || started || at < Date.now() - MONTH)) phone.forget(name);
  }
}

companion.onTable(() => {
  const { dataset } = document.querySelector("[data-remember]") ?? {};
  if (!dataset) return;
  remember(dataset);
  if (!companion.isOld?.()) letGo(dataset);
  opening = false;
});
document.addEventListener("sheet-kept", () => letGo(document.querySelector("[data-remember]").dataset));
