// The screen stays on while a table is open, where the phone can do that, until somebody switches it off.
const box = document.querySelector("#stay-awake");
if (!box || !("wakeLock" in navigator)) return;
let awake = true;
try { awake = localStorage.getItem("sleep") === null; } catch { /* blocked: on */ }
let lock = null;

async function hold() {
  if (!awake || document.hidden || (lock && !lock.released)) return;
  try { lock = await navigator.wakeLock.request("screen"); } catch { /* battery saver: it sleeps as ever */ }
}

box.hidden = false;
const toggle = box.querySelector("input");
toggle.checked = awake;
toggle.addEventListener("change", () => {
  awake = toggle.checked;
  try {
    if (awake) localStorage.removeItem("sleep");
    else localStorage.setItem("sleep", "");
  } catch { /* for this page only */ }
  if (awake) hold();
  else lock?.release();
});
// A phone lets go of it whenever the page is hidden.
document.addEventListener("visibilitychange", hold);
hold();
