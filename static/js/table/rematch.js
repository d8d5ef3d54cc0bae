// Who plays again goes on in the group that this phone knows; a big screen, which nobody taps, goes along by itself.
const follow = () => {
  const there = document.querySelector("[data-follow]")?.dataset.follow;
  if (there) location.replace(there);
};
follow();
document.addEventListener("table-changed", follow, { signal });
const passOn = ({ type, target }) => {
  if (!target.closest("[data-rematch]")) return;
  const { remember, token } = document.querySelector("[data-remember]").dataset;
  companion.groups.pass(companion.tables.find(token, remember)?.group);
  if (type === "submit") companion.tab.write("just started", true);
};
for (const event of ["click", "submit"]) document.addEventListener(event, passOn, { signal });
