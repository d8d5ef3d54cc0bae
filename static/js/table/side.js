// Where there is room for two columns, the second has what else is looked at: the sheet beside the table, the standings
// beside the keys. It follows what is new.
const side = document.querySelector("[data-side]");
if (!side) return;
const wide = matchMedia("(min-width: 64rem) and (scripting: enabled)");
const fill = async () => {
  if (!wide.matches) return;
  const answer = await companion.ask(side.dataset.side).catch(() => null);
  if (!answer?.ok) return;
  const part = new DOMParser().parseFromString(answer.text, "text/html").querySelector(side.dataset.part);
  // Why a number is what it is, its own page says.
  for (const link of part?.querySelectorAll("a[aria-expanded]") ?? []) link.removeAttribute("aria-expanded");
  side.replaceChildren(...(part ? [part] : []));
};
fill();
wide.addEventListener("change", fill, { signal });
document.addEventListener("table-changed", fill, { signal });
