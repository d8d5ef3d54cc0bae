// The choice of the first starter shows the names as they are typed, and offers only seats that are taken.
if (!document.querySelector("#first_starter")) return;
const show = () => {
  for (const option of document.querySelectorAll("#first_starter option:not([value=draw], [value=open])")) {
    const field = document.getElementById(`player-${option.value}`);
    const name = field.value.trim();
    option.textContent = name || option.dataset.unnamed;
    option.hidden = option.disabled = !name && !option.selected;
  }
};
show();
document.addEventListener("input", show);
document.addEventListener("htmx:after:swap", show);
