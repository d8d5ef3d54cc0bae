// What can't be taken back: the first tap asks, the second does it. One that comes too soon was not meant for the question.
const REALLY = 600; // milliseconds
companion.onSecondTap = (button, act) => {
  let firstTap = Infinity;
  button.addEventListener("click", ({ timeStamp }) => {
    if (timeStamp - firstTap > REALLY) act();
    if (firstTap === Infinity) firstTap = timeStamp;
    button.textContent = button.dataset.sure;
  });
};
