// Enter in a field goes to the next one. From the last it sends what is filled in whole, and else goes to the button.
const TYPED = "input:not([type=hidden], [type=checkbox], [type=radio], [type=file])";
document.addEventListener("keydown", (event) => {
  const { key, target, isComposing } = event;
  if (key !== "Enter" || isComposing || !target.form || !target.matches(TYPED)) return;
  const fields = [...target.form.elements].filter(
    (field) => field.matches(`${TYPED}, select`) && field.getClientRects().length && !field.closest("details:not([open])"),
  );
  const sends = fields.every(({ value }) => value) && !target.form.querySelector("button").disabled;
  const following = fields[fields.indexOf(target) + 1] ?? (sends ? null : target.form.querySelector(".button-main"));
  if (fields.length < 2 || !following) return;
  event.preventDefault();
  following.focus();
});
