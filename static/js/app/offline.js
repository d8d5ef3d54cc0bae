// The page that says there is no connection gives way to the one that was asked for, as soon as the server answers.
if (!document.querySelector("[data-unreached]")) return;

async function look() {
  if (document.hidden) return;
  try {
    const answer = await companion.ask(location.href, { method: "HEAD" });
    if (answer.status < 500) location.reload();
  } catch { /* not yet */ }
}

setInterval(look, 4000);
addEventListener("online", look);
document.addEventListener("visibilitychange", look);
