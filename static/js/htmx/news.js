// What changes on another phone shows here, while the page is looked at: a stream says when there is news, and the parts of
// the page ask for them. Where there is none they ask every 5 s, and open it again: hx-sse does not where the first
// connection has failed, takes anybody's answer when it reconnects, and waits for ever on one that says nothing.
const TOLD = 4000; // milliseconds
const POLL = 5000; // milliseconds
const SOON = 1000; // milliseconds, until it is opened again: not by all phones at once
const LIFE = 40000; // milliseconds: the sign of life comes every 25 s
let isLive = false;
let failures = 0;
let silence = 0;
const stream = () => document.querySelector("#stream");
const news = () => { if (stream() && !document.hidden) htmx.trigger(stream(), "news"); };

const connect = () => { if (stream() && !isLive && !document.hidden) htmx.trigger(stream(), "connect"); };
const fall = () => {
  if (isLive) setTimeout(connect, SOON * (0.5 + Math.random()));
  isLive = false;
};
htmx.registerExtension("news", {
  htmx_sse_before_connection: () => { isLive = false; },
  htmx_sse_after_connection: (element, { connection }) => hear(connection, true),
  htmx_sse_after_message: (element, { connection, message }) => hear(connection, !message.event),
  htmx_sse_error: fall,
  htmx_sse_close: fall,
});
function hear(connection, isNews) {
  isLive = true;
  clearTimeout(silence);
  silence = setTimeout(() => connection.reader?.cancel(), LIFE);
  if (isNews) news();
}

// One lost answer is bad Wi-Fi and nobody's business.
const say = (selector) => {
  const place = document.querySelector("#connection");
  if (place.matches(".not-kept")) return;
  place.hidden = failures < 2;
  for (const each of place.children) each.hidden = !each.matches(selector);
};
companion.isLost = () => failures > 1;
companion.lost = () => companion.heard(0);
companion.heard = (status) => {
  if ([403, 404, 410].includes(status)) {
    if (!document.querySelector("form[data-draft]")) location.reload();
    document.querySelector("#ended").hidden = false;
  }
  const isLost = !status || status >= 500;
  const wasLost = failures > 0;
  failures = isLost ? failures + 1 : 0;
  say(status >= 500 ? "[data-trouble]" : "[data-lost]");
  if (wasLost && !isLost) document.dispatchEvent(new Event("connected"));
};
companion.notKept = () => {
  failures += 2;
  say("[data-not-kept]");
  const place = document.querySelector("#connection");
  place.classList.add("not-kept");
  setTimeout(() => place.classList.remove("not-kept"), TOLD);
};

setInterval(() => {
  if (isLive || !stream() || document.hidden) return;
  connect();
  news();
  // On a page without such parts somebody has to ask, too.
  if (failures && !document.querySelector("[data-hx-ptag]")) companion.ask(`${stream().dataset.state}`).then(({ status }) => companion.heard(status), companion.lost);
}, POLL);
const look = () => { if (!document.hidden) news(); };
for (const sign of ["online", "offline"]) addEventListener(sign, look);
document.addEventListener("visibilitychange", look);
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted || !stream()) return;
  if (companion.outdated() && !document.querySelector("form[data-draft]")) location.reload();
  else look();
});
companion.onPage(() => { setTimeout(news); });
document.addEventListener("delivered", news);

// Why this number? The answer comes as news do, without leaving the place.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[aria-expanded]");
  const place = document.querySelector("#live");
  if (!link || !place) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const address = new URL(place.dataset.hxGet, location);
  address.searchParams.set("why", new URL(link.href).searchParams.get("why") ?? "");
  htmx.ajax("GET", address.pathname + address.search, { target: place, swap: "outerMorph" });
}, { capture: true });
