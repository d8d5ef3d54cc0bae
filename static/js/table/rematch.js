// Who plays again goes on in the group that this phone knows; a big screen, which nobody taps, goes along by itself.
const follow = () => {
  const there = document.querySelector("[data-follow]")?.dataset.follow;
  if (there) location.replace(there);
};
const passOn = ({ type, target }) => {
  if (!target.closest("[data-rematch]")) return;
  try {
    const { remember, token } = document.querySelector("[data-remember]").dataset;
    const { group } = companion.tables.find(token, remember) ?? {};
    sessionStorage.setItem("group", JSON.stringify(group ?? null));
    if (type === "submit") sessionStorage.setItem("just started", "yes");
  } catch { /* blocked: no group is known */ }
};
follow();
document.addEventListener("table-changed", follow);
for (const event of ["click", "submit"]) document.addEventListener(event, passOn);
