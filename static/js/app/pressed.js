// A tap is answered at once, however slow the line: what was tapped stays pressed until another page is there.
const press = (element) => {
  document.querySelector(".pressed")?.classList.remove("pressed");
  element?.classList.add("pressed");
};
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]:not([target], [download])");
  // Last of all: a script may have taken the tap.
  setTimeout(() => { if (link && !event.defaultPrevented && !link.getAttribute("href").startsWith("#")) press(link); });
});
document.addEventListener("submit", ({ target, submitter }) => {
  const button = submitter ?? target.querySelector(".save");
  press(button);
  if (!button?.matches(".save")) return;
  button.dataset.saving = document.querySelector("#announcement").dataset.saving;
  companion.say(button.dataset.saving);
});
for (const name of ["save-refused", "hands-changed", "input", "pageshow"]) addEventListener(name, () => press(null));
