// What changes on another phone shows here: ask the server whether the table is still as this page has it.
// Often while the page is looked at, rarely once nothing has happened for long, never while it is hidden.
const OFTEN = 1200;
const RARELY = 5000;
const LONG = 20 * 60 * 1000;
const PATIENCE = 8000; // milliseconds
const notice = document.querySelector("#connection");
const place = () => document.querySelector("[data-live]");
let timer = 0;
let asking = false;
let gone = false;
let failures = 0;
let lastSign = Date.now();

async function ask() {
  if (asking || document.hidden || !place()) return;
  clearTimeout(timer);
  asking = true;
  try {
    const response = await fetch(place().dataset.live, { cache: "no-store", signal: companion.patience(PATIENCE) });
    gone = response.status === 410;
    if (gone) ended();
    else if (response.status === 200) await show(response);
    else if (response.status !== 204) throw new Error(response.statusText);
    if (failures > 1) document.dispatchEvent(new Event("connected"));
    failures = 0;
  } catch {
    failures += 1;
  }
  // One lost answer is bad Wi-Fi and nobody's business.
  notice.hidden = failures < 2;
  asking = false;
  // A link that has ended is asked for again only when somebody looks.
  if (!gone) timer = setTimeout(ask, Date.now() - lastSign > LONG ? RARELY : OFTEN);
}

async function show(response) {
  // A Wi-Fi's login page answers 200 as well. And htmx may still be on its way.
  if (!response.headers.has("Companion-Part") || !window.htmx) throw new Error("not shown");
  const [text, target] = [await response.text(), place()];
  lastSign = Date.now();
  await window.htmx.swap({ text, target, sourceElement: target, swap: "outerMorph" });
  document.dispatchEvent(new Event("table-changed"));
}

// The link has been replaced: the page says so, but not in the place of what somebody is typing.
function ended() {
  const typing = document.querySelector("form[data-draft]");
  if (!typing) location.reload();
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

const look = () => { lastSign = Date.now(); ask(); };
for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, () => { lastSign = Date.now(); }, { passive: true });
for (const sign of ["online", "pageshow"]) addEventListener(sign, look);
document.addEventListener("visibilitychange", look);
document.addEventListener("delivered", look);
document.addEventListener("refused", look);
