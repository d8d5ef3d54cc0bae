// The page that says there is no connection gives way to the one that was asked for, as soon as the server answers.
const AGAIN = 4000; // milliseconds
if (!document.querySelector("[data-unreached]")) return;

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store", signal: companion.patience(AGAIN) });
    if (answer.status < 500) location.reload();
  } catch { /* not yet */ }
}

setInterval(look, AGAIN);
addEventListener("online", look);
document.addEventListener("visibilitychange", look);
