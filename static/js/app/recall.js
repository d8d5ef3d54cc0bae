// What this phone delivered it keeps for a while, and asks now and then whether it is still there. Where the server comes back
// from an older copy of its file and knows less than this phone was told, that is delivered again, unless somebody has
// undone it: so a disk may be lost.
const { delivered, find, forget, keep } = companion.outbox;
const LONG = 14 * 24 * 3600 * 1000; // milliseconds
const LINK = /(\/t\/[\w.-]+)\/.*/;
const notice = Object.assign(document.createElement("p"), { id: "again", className: "connection" });
notice.setAttribute("role", "status");
const labels = []; // of what was delivered again
let words = "";
let turn = Promise.resolve();

async function ask(link, items) {
  const body = new URLSearchParams(items.filter(({ url }) => LINK.test(url)).map(({ told }) => ["entry", told]));
  const answer = await companion.ask(`${link}/deliveries`, { method: "POST", body });
  return answer.ok && answer.headers.get("Content-Type") === "application/json" ? answer.json() : null;
}

// Of one table, by the link that this phone knows by now or by the one that it was delivered with; whether anything is missing.
async function look(table) {
  const all = delivered();
  const of = table ?? all.at(-1)?.table;
  const known = companion.tables.find(of) ?? {};
  // A table that was opened again has another token and the same links.
  const ours = (item) => item.table === of || [known.href, ...(known.past ?? [])].includes(new URL(item.url).pathname.replace(LINK, "$1"));
  const latest = new Map(all.map((item) => [item.draft ?? item.key, item.key]));
  const items = [];
  for (const item of all) {
    // What the same form has delivered since counts in its place.
    if (item.at < Date.now() - LONG || latest.get(item.draft ?? item.key) !== item.key) forget(item);
    else if (ours(item)) items.push({ ...item, table: of });
  }
  if (!items.length) return false;
  const links = [known.href, LINK.test(items.at(-1).url) && items.at(-1).url.replace(LINK, "$1")];
  let told = null;
  for (const link of links.filter(Boolean)) told ??= await ask(link, items);
  let missing = false;
  words = told?.words;
  for (const item of told ? items : []) {
    const lost = told.missing.includes(item.told);
    const undone = told.undone.includes(item.told);
    if (lost && !item.undone) {
      missing = true;
      note(item, { told: "", again: item.told, refused: "" });
    } else if (!lost && undone !== Boolean(item.undone)) note(item, { undone });
  }
  return missing;
}

// Unless something else was typed for it meanwhile.
function note(item, change) {
  if (find(item)?.body === item.body) keep({ ...item, ...change });
}

// One after the other; where there is no answer, or no storage, nothing is known to be missing.
companion.recall = (table) => {
  turn = turn.then(() => look(table)).catch(() => false);
  return turn;
};

document.addEventListener("delivered", ({ detail }) => {
  if (!detail || !words) return;
  if (!labels.length) document.querySelector("#connection").after(notice);
  labels.push(detail.label);
  notice.textContent = `${words} ${labels.join(", ")}`;
});
document.dispatchEvent(new Event("connected"));
