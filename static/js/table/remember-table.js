// A table that was opened is remembered on this phone, and drafts that it shows as saved are let go.
if (!document.querySelector("[data-remember]")) return;
const MONTH = 30 * 24 * 3600 * 1000;
const read = (name) => JSON.parse(localStorage.getItem(name) ?? "[]");

function remember(dataset) {
  const { remember: href, token, names } = dataset;
  const players = JSON.parse(names);
  const before = read("tables").find((table) => table.href === href || table.token === token);
  const tables = read("tables").filter((table) => table.href !== href && table.token !== token);
  const group = groupOf(before, players);
  const table = { href, token, players, ...(group && { group }), at: Date.now() };
  localStorage.setItem("tables", JSON.stringify([table, ...tables].slice(0, 40)));
  localStorage.setItem("names", JSON.stringify([...new Set([...players, ...read("names")])].slice(0, 60)));
}

// The group that the table was started in or opened from; the table's own pages say nothing of it.
function groupOf(before, players) {
  const from = JSON.parse(sessionStorage.getItem("group"));
  sessionStorage.removeItem("group");
  if (from) companion.groups.remember({ players, ...from });
  const group = from ?? before?.group;
  const link = document.querySelector("[data-group-link]");
  if (group) Object.assign(link, { href: group.href, hidden: false });
  return group && { href: group.href, name: group.name };
}

function letGo(dataset) {
  const { token, rounds, version } = dataset;
  const submitted = sessionStorage.getItem("submitted");
  for (const name of Object.keys(localStorage).filter((key) => key.startsWith("draft "))) {
    // "draft <table>/<round>", with the version that a correction began from, or with whose hand it is.
    const [round, seen] = name.startsWith(`draft ${token}/`) ? name.slice(`draft ${token}/`.length).split("/") : [];
    const corrected = seen && !seen.startsWith("hand-");
    const entered = round && (corrected ? seen !== version : +round <= +rounds);
    const started = name === submitted && /^draft (new-game|rematch )/.test(name);
    if (entered || started || read(name).at < Date.now() - MONTH) localStorage.removeItem(name);
  }
  sessionStorage.removeItem("submitted");
}

const show = () => {
  const { dataset } = document.querySelector("[data-remember]");
  try {
    remember(dataset);
    letGo(dataset);
  } catch { /* storage is blocked or full: nothing is remembered */ }
};
show();
document.addEventListener("table-changed", show);
