// Hands a link on: by the phone's share sheet where there is one, else by copying it.
const offer = () => {
  for (const button of document.querySelectorAll("[data-share]")) {
    if (navigator.share) button.textContent = button.dataset.sheet;
    button.hidden = false;
  }
};
offer();
document.addEventListener("table-changed", offer, { signal });

async function copy(button) {
  const field = document.getElementById(button.dataset.share);
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // Plain HTTP has no clipboard but this old one.
    field.select();
    document.execCommand("copy");
  }
  button.textContent = button.dataset.copied;
  companion.say(button.textContent);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-share]");
  if (!button) return;
  const url = document.getElementById(button.dataset.share).value;
  if (!navigator.share) copy(button);
  else navigator.share({ title: document.title, url }).catch((error) => (error.name === "AbortError" ? null : copy(button)));
}, { signal });
