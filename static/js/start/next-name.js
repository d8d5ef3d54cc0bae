// Enter in a name goes to the next one; after the last, a phone's keyboard gives way to who starts.
document.addEventListener("keydown", (event) => {
  const { key, target, isComposing } = event;
  if (key !== "Enter" || isComposing || !target.matches(".seats input")) return;
  event.preventDefault();
  const names = [...document.querySelectorAll(".seats input")].filter(({ offsetParent }) => offsetParent);
  (names[names.indexOf(target) + 1] ?? document.querySelector("#first_starter")).focus();
});
