// A new game belongs to the group that this phone opened last. Where it knows none, the server makes one for the second game.
// Its table draws the starter with a little suspense, on the phone that has started it (see draw-lots.js).
const form = document.querySelector("form.new-game");
if (!form) return;
const { group, quiet, rematch_of: rematchOf } = form.elements;
const { groups, tab, tables } = companion;
tab.forget("group");
tab.forget("just started");

// The group of the table that this is a rematch of, as far as this phone knows it.
const groupBefore = () => tables.all().find(({ href }) => rematchOf.value && form.getAttribute("action") === `${href}/rematches`)?.group;

// A rematch is where its table is, and so must be its group.
const latest = () => groups.open().find(({ href }) => !rematchOf.value || href.startsWith(group.dataset.address));

groups.tell(quiet ? latest() : groupBefore());

// Before the draft is kept, which so has the group as well.
form.addEventListener("submit", ({ submitter }) => {
  tab.write("just started", submitter?.name !== "change");
  // House rules that nobody looked at are the group's.
  const rules = form.querySelector(".house-rules");
  const asCame = [...rules.querySelectorAll("option")].every(({ selected, defaultSelected }) => selected === defaultSelected);
  form.elements.as_before.value = asCame && !rules.open ? "y" : "";
  groups.save(groups.open());
  if (quiet && !group.value) group.value = latest()?.href ?? "";
  const started = group.value ? { href: group.value, name: group.dataset.name } : groupBefore();
  groups.pass(groups.open().find(({ href }) => href === started?.href) ?? started);
}, { capture: true });
