// What saving a round would do follows from every tap: it is said when the taps pause, if it is something else by then.
const verdict = document.querySelector("#verdict");
if (!verdict) return;
const wording = () => verdict.textContent.replace(/\s+/g, " ").trim();
let told = wording();
let pause = 0;
new MutationObserver(() => {
  clearTimeout(pause);
  pause = setTimeout(() => {
    if (wording() === told) return;
    told = wording();
    companion.say(told);
  }, 1000);
}).observe(verdict, { childList: true, subtree: true });
