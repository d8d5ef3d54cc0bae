// Over HTTPS the app opens without a connection too, with the last known sheet (see sw.js).
const workers = navigator.serviceWorker;
const root = new URL(".", document.querySelector("link[rel=manifest]").href);
const keep = async (more) => {
  const { remember, known = "{}" } = document.querySelector("[data-remember]")?.dataset ?? {};
  const { role, me } = JSON.parse(known);
  const own = remember ? ["", "/sheet", role === "watcher" ? "" : "/rounds/new", me ? `/hands/${me}` : ""].map((path) => remember + path) : [];
  (await workers.ready).active.postMessage({ keep: [...new Set(own), ...more] });
};
// An argument is as likely without a connection: the rules are kept as well.
const rules = () => [...document.querySelectorAll("a[href$='/rules']")].map((link) => link.getAttribute("href"));
if (workers) {
  workers.register(`${root.pathname}sw.js`).then(() => keep([root.pathname, ...rules()]), () => { /* plain HTTP or a private window: online only */ });
  document.addEventListener("table-changed", () => keep([]));
}
