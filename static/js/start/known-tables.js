// The first page leads back into the game that is played, and lists the tables that this phone has opened: running ones
// first, the latest first. How they stand is asked for once more, for other phones may have gone on.
const section = document.querySelector("#known-tables");
if (!section) return;
const running = document.querySelector("#continue");
const EARLIER = 7 * 24 * 3600 * 1000; // milliseconds; who has not looked for so long does not play it now
const ASKED = 8;
const SHOWN = 5;

const isToday = (moment) => moment.toDateString() === new Date().toDateString();
const when = (moment) => moment.toLocaleString(companion.locale, isToday(moment) ? { timeStyle: "short" } : { dateStyle: "medium" });

// Who plays is said once, not line by line.
let named = new Set();
function fill(place, { href, players, game, state, lang, played, at }) {
  const all = players.join(", ");
  const names = state && named.has(all) ? "" : all;
  named.add(all);
  place.href = href;
  const language = { lang: state ? lang : "" };
  Object.assign(place.querySelector("strong"), language, { textContent: state ?? names });
  Object.assign(place.querySelector("small"), language, { textContent: [game, state && names].filter(Boolean).join(" · ") });
  for (const time of place.querySelectorAll("time")) {
    const moment = new Date(played ?? at);
    Object.assign(time, { textContent: when(moment), dateTime: moment.toISOString() });
  }
}

function row(table) {
  const item = section.querySelector("template").content.cloneNode(true);
  fill(item.querySelector("a"), table);
  item.querySelector("a").classList.toggle("known-running", table.over === false);
  return item;
}

function show() {
  const tables = companion.tables.open();
  named = new Set();
  const [{ rematch, ...last } = {}] = tables;
  const next = rematch && { ...last, href: `${last.href}/rematch`, state: rematch };
  const latest = tables.find(({ over, at }) => over === false && at > Date.now() - EARLIER) ?? next;
  running.hidden = !latest;
  if (latest) fill(running, latest);
  running.parentElement.classList.toggle("home-playing", Boolean(latest));
  const others = tables.filter((table) => table !== latest).sort((one, other) => (one.over ?? true) - (other.over ?? true));
  const [list, more] = section.querySelectorAll("ul");
  list.replaceChildren(...others.slice(0, SHOWN).map(row));
  more.replaceChildren(...others.slice(SHOWN).map(row));
  more.parentElement.hidden = others.length <= SHOWN;
  section.hidden = !others.length;
}

async function ask({ href }) {
  const answer = await companion.ask(`${href}/state`);
  if (answer.status === 410) {
    companion.tables.change(href, { href: "" });
    show();
  }
  if (answer.ok) companion.tables.change(href, answer.json());
}

show();
// The installed app opens to the last table.
const [last] = companion.tables.open();
if (last && new URLSearchParams(location.search).get("start") === "last") location.replace(last.href);
async function look() {
  if (document.hidden) return;
  await Promise.allSettled(companion.tables.open().filter(({ over, lang }, place) => !over || !place || lang !== document.documentElement.lang).slice(0, ASKED).map(ask));
  show();
}
look();
// Somebody comes back to this page.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  if (companion.outdated()) location.reload();
  else look();
});
document.addEventListener("visibilitychange", look);
