// What changes on another phone shows here, while the page is looked at: ask the server whether the table is still as this
// page has it. The stream says when (events.js); while there is none, ask often, rarely once nothing has happened for long.
const OFTEN = 1200;
const RARELY = 5000;
const LONG = 20 * 60 * 1000;
const [FIRST, LAST] = [600, 2500]; // the waits after failures
const { events } = companion;
const notice = document.querySelector("#connection");
const place = () => document.querySelector("[data-live]");
const typing = () => document.querySelector("form[data-draft]");
let timer = 0;
let asking = false;
let more = false;
let leaving = false;
let away = false;
let failures = 0;
let lastSign = Date.now();

const later = (milliseconds) => {
  clearTimeout(timer);
  timer = setTimeout(ask, milliseconds);
};
// By chance: a server that is back is not asked by all phones at the same moment.
const retry = (times) => later(Math.random() * Math.min(FIRST * 2 ** times, LAST));

async function ask() {
  more = asking;
  if (asking || document.hidden || !place()) return;
  clearTimeout(timer);
  asking = true;
  leaving = false;
  let gone = false;
  let trouble = false;
  let early = false; // htmx is still on its way
  try {
    const response = await companion.ask(place().dataset.live);
    gone = response.status === 410 || response.headers.has("Companion-Unknown");
    trouble = response.status >= 500;
    early = !window.htmx && response.headers.has("Companion-Part");
    if (gone) ended();
    else if (response.status === 200 && !early) await show(response);
    else if (![200, 204].includes(response.status)) throw new Error(response.statusText);
    // Whoever was away, however shortly, does not know what the server has been through.
    if (away || failures) document.dispatchEvent(new Event("connected"));
    away = false;
    failures = 0;
  } catch {
    failures += 1;
  }
  // One lost answer is bad Wi-Fi and nobody's business.
  notice.hidden = failures < 2;
  companion.lost(trouble);
  asking = false;
  if (leaving) return;
  // A link that has ended is asked for again only when somebody looks.
  if (gone) events.close();
  else if (failures || early) retry(failures);
  else if (more) ask();
  else wait();
}

// For the next message where there is a stream, else until it is time to ask.
function wait() {
  if (document.hidden || !place()) return;
  events.open(place().dataset.live.replace(/live\?.*/, "events"), ask, lost);
  if (!events.live) later(Date.now() - lastSign > LONG ? RARELY : OFTEN);
}

function lost(why, falls) {
  away = true;
  if (why === "ended") ask();
  else retry(falls - 1);
}

async function show(response) {
  // A Wi-Fi's login page answers 200 as well.
  if (!response.headers.has("Companion-Part")) throw new Error("not shown");
  const [text, target] = [await response.text(), place()];
  if (leaving) return;
  lastSign = Date.now();
  await window.htmx.swap({ text, target, sourceElement: target, swap: "outerMorph" });
  document.dispatchEvent(new Event("table-changed"));
}

// What was sent from here shows on the page that comes: for a while this one does not show it, nor say it aloud.
function leave() {
  leaving = true;
  events.close();
  later(LAST);
}

// The link has been replaced: the page says so, but not in the place of what somebody is typing.
function ended() {
  if (!typing()) location.reload();
  document.querySelector("#ended").hidden = false;
}

// Why this number? The answer comes as news do, without leaving the place. Before htmx is there, the link is a link.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[aria-expanded]");
  if (!link || !window.htmx) return;
  event.preventDefault();
  const live = new URL(place().dataset.live, location);
  live.searchParams.set("why", new URL(link.href).searchParams.get("why") || "");
  live.searchParams.set("v", 0);
  place().dataset.live = live.pathname + live.search;
  ask();
});

const look = () => {
  lastSign = Date.now();
  events.close();
  ask();
};
for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, () => { lastSign = Date.now(); }, { passive: true });
for (const sign of ["online", "offline"]) addEventListener(sign, look);
document.addEventListener("submit", leave);
document.addEventListener("delivered", () => (document.querySelector("form[data-delivered]") ? leave() : ask()));
document.addEventListener("refused", ask);
document.addEventListener("visibilitychange", look);
addEventListener("pagehide", events.close);
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted || !place()) return;
  if (companion.outdated() && !typing()) location.reload();
  else look();
});
document.addEventListener("ready", wait);
