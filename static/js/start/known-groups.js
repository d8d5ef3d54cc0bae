// The first page lists the groups that this phone knows; a new game belongs to the one it opened last.
const section = document.querySelector("#known-groups");
if (!section) return;
for (const { href, name, players } of companion.groups.all()) {
  const item = section.querySelector("template").content.cloneNode(true);
  item.querySelector(".known-table").href = href;
  item.querySelector(".known-statistics").href = `${href}/statistics`;
  item.querySelector("strong").textContent = name;
  item.querySelector("small").textContent = players.join(", ");
  section.querySelector("ul").append(item);
}
companion.tab.forget("group");
const latest = section.querySelector("li a")?.getAttribute("href");
if (latest) document.querySelector("#new-game").href = `${latest}/tables/new`;
section.hidden = !latest;
