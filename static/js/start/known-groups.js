// The first page lists the groups that this phone knows, with who won last and who has won most; a new game belongs to the
// one it opened last.
const section = document.querySelector("#known-groups");
if (!section) return;

async function ask(href) {
  const answer = await companion.ask(`${href}/state`);
  if (!answer.ok) return "";
  const { told } = await answer.json();
  companion.groups.change(href, { told });
  return told;
}

for (const { href, name, players, told } of companion.groups.open()) {
  const item = section.querySelector("template").content.cloneNode(true);
  item.querySelector(".known-table").href = href;
  item.querySelector(".known-statistics").href = `${href}/statistics`;
  item.querySelector("strong").textContent = name;
  const small = item.querySelector("small");
  small.textContent = told || players.join(", ");
  ask(href).then((now) => { if (now) small.textContent = now; }, () => { /* what it said last stays */ });
  section.querySelector("ul").append(item);
}
companion.tab.forget("group");
const latest = section.querySelector("li a")?.getAttribute("href");
if (latest) document.querySelector("#new-game").href = `${latest}/tables/new`;
section.hidden = !latest;
