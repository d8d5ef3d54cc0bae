// The seats of a new game: a tap seats who is known; names of this phone are offered, unless the group has its own; a seat that the
// game can do without is shown once all before it are taken; the choice of the first starter has the names as they are typed.
if (!document.querySelector("#first_starter")) return;
let starters = [];

const REGULARS = 12;
const fields = () => [...document.querySelectorAll(".seats input")];
const having = (names) => fields().filter(({ value }) => names.includes(value.trim()));

function offer() {
  const list = document.querySelector("#known-names");
  if (!list || "ofGroup" in list.dataset) return;
  const names = companion.phone.read("names") ?? [];
  list.replaceChildren(...names.map((name) => new Option("", name)));
  const regulars = document.querySelector(".regulars");
  regulars.hidden = !names.length;
  regulars.replaceChildren(...names.slice(0, REGULARS).map((name) => {
    const button = Object.assign(document.createElement("button"), { className: "regular", textContent: name, dir: "auto" });
    button.dataset.names = JSON.stringify([name]);
    return button;
  }));
}

// One tap seats, where there is room, a second takes away.
function toggle(names) {
  const held = having(names);
  const missing = names.filter((name) => !held.some(({ value }) => value.trim() === name));
  const free = fields().filter(({ value }) => !value.trim());
  if (!missing.length) for (const field of held) field.value = "";
  missing.slice(0, free.length).forEach((name, place) => { free[place].value = name; });
  fields()[0].dispatchEvent(new Event("input", { bubbles: true }));
}

function show() {
  for (const field of fields()) field.closest("li").classList.toggle("seat-empty", !field.value);
  for (const button of document.querySelectorAll(".regular")) {
    const names = JSON.parse(button.dataset.names);
    button.setAttribute("aria-pressed", having(names).length >= names.length);
  }
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
document.addEventListener("click", (event) => {
  const button = event.target.closest(".regular");
  if (!button) return;
  event.preventDefault();
  toggle(JSON.parse(button.dataset.names));
});
addEventListener("pageshow", show);
document.addEventListener("htmx:after:swap", () => {
  offer();
  show();
});
