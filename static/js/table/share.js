// Hands a link on: by the phone's share sheet where there is one, else by copying it.
for (const button of document.querySelectorAll("[data-share]")) {
  const field = document.getElementById(button.dataset.share);
  if (navigator.share) button.textContent = button.dataset.sheet;
  button.hidden = false;

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // Plain HTTP has no clipboard but this old one.
      field.select();
      document.execCommand("copy");
    }
    button.textContent = button.dataset.copied;
    companion.say(button.textContent);
  };

  button.addEventListener("click", () => {
    if (!navigator.share) return copy();
    return navigator.share({ title: document.title, url: field.value }).catch((error) => (error.name === "AbortError" ? null : copy()));
  });
}
