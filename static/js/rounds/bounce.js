// A key that bounces counts once: nobody taps the same key twice within 100 ms.
let last = null;
let at = 0;
document.addEventListener("click", (event) => {
  // Where a chip was taken back, the next one comes under the same thumb.
  const key = event.target.closest(".chips") ?? event.target.closest("[type=button], [type=checkbox]");
  if (!key && event.target.closest("label")) return; // its box hears of it too
  const bounced = key && key === last && event.timeStamp - at < 100;
  [last, at] = [key, event.timeStamp];
  if (!bounced) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true, signal });
// Enter that is held down is one tap.
document.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && event.target.matches("[type=button]")) event.preventDefault();
}, { signal });
