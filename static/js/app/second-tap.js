// The first tap asks, the second does it.
companion.onSecondTap = (button, act) => button.addEventListener("click", () => {
  if (button.textContent === button.dataset.sure) act();
  button.textContent = button.dataset.sure;
});
