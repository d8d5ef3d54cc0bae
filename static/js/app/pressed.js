// A tap is answered at once, however slow the line: what was tapped stays pressed until another page is there.
const release = () => {
  for (const one of document.querySelectorAll(".pressed")) one.classList.remove("pressed");
};
const press = (element) => {
  release();
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
  const { saving } = document.querySelector("#announcement").dataset;
  if (!button?.matches(".save")) return;
  button.dataset.saving = saving;
  companion.say(saving);
});
for (const name of ["save-refused", "hands-changed", "input", "pageshow"]) addEventListener(name, release);
