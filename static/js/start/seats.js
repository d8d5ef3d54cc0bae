// The seats of a new game: names that sat at a table on this phone are offered, unless the group has its own; a seat that the
// game can do without is shown once all before it are taken; the choice of the first starter has the names as they are typed.
if (!document.querySelector("#first_starter")) return;
let starters = [];

function offer() {
  const list = document.querySelector("#known-names");
  if (!list || "ofGroup" in list.dataset) return;
  list.replaceChildren(...(companion.phone.read("names") ?? []).map((name) => new Option("", name)));
}

function show() {
  for (const field of document.querySelectorAll(".seats input")) field.closest("li").classList.toggle("seat-empty", !field.value);
  const choice = document.querySelector("#first_starter");
  const chosen = choice.value;
  if (!starters.some((option) => choice.contains(option))) starters = [...choice.options];
  choice.replaceChildren(...starters.filter((option) => {
    const field = document.getElementById(`player-${option.value}`);
    option.textContent = field?.value.trim() || option.dataset.unnamed || option.textContent;
    return !field || field.value.trim() || option.value === chosen;
  }));
  choice.value = chosen;
}

offer();
show();
document.addEventListener("input", show);
addEventListener("pageshow", show);
document.addEventListener("htmx:after:swap", () => {
  offer();
  show();
});
