// The first page lists the tables that this phone has opened, the latest first.
const section = document.querySelector("#known-tables");
if (!section) return;
let tables = [];
try { tables = JSON.parse(localStorage.getItem("tables")) ?? []; } catch { /* none */ }
for (const { href, players, at } of tables) {
  if (!/^\/t\/[\w-]+$/.test(href)) continue;
  const item = section.querySelector("template").content.cloneNode(true);
  item.querySelector("a").href = href;
  item.querySelector("strong").textContent = players.join(", ");
  item.querySelector("time").textContent = new Date(at).toLocaleDateString(undefined, { day: "numeric", month: "short" });
  item.querySelector("time").dateTime = new Date(at).toISOString();
  section.querySelector("ul").append(item);
}
// The installed app opens to the last table.
if (tables.length && new URLSearchParams(location.search).get("start") === "last") {
  location.replace(section.querySelector("a[href]")?.href ?? "/");
}
section.hidden = !section.querySelector("ul").children.length;
