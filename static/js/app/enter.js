// Enter in a field never sends what is half filled. It goes to the next hand or name, elsewhere to the next empty field,
// and then to the button.
const TYPED = "input:not([type=hidden], [type=checkbox], [type=radio], [type=file])";
const SENDS = "button:not([type=button], [name])";
const seen = (element) => element.getClientRects().length && !element.closest("details:not([open])");
document.addEventListener("keydown", (event) => {
  const { key, target, isComposing, keyCode } = event;
  // Safari says only by 229 that Enter ended a word that was composed.
  if (key !== "Enter" || isComposing || keyCode === 229 || !target.form || !target.matches(TYPED)) return;
  const { form } = target;
  const fields = [...form.elements].filter((field) => field.matches(`${TYPED}, select`) && seen(field));
  if (fields.length < 2 || form.matches("[role=search]")) return;
  const later = fields.slice(fields.indexOf(target) + 1);
  const sends = fields.every(({ value }) => value) && !form.querySelector("button").disabled;
  const button = [...form.querySelectorAll(SENDS)].find((one) => seen(one));
  const following = form.matches(".entry, .new-game") ? later[0] : later.find(({ value }) => !value);
  if (!following && (sends || !button)) return;
  event.preventDefault();
  (following ?? button).focus();
}, { signal });
