// Names that sat at a table on this phone are offered while typing, unless the group has its own to offer.
if (!document.querySelector("#known-names")) return;
const offer = () => {
  let names = [];
  try { names = JSON.parse(localStorage.getItem("names")) ?? []; } catch { /* none */ }
  const list = document.querySelector("#known-names");
  if (!("ofGroup" in list.dataset)) list.replaceChildren(...names.map((name) => new Option("", name)));
};
offer();
document.addEventListener("htmx:after:swap", offer);
