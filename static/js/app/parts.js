// Only a part that the companion says it sends is shown in a page: a Wi-Fi's login page answers as well. Where there is
// none, for whatever reason, whoever asked hears "no-answer".
const unanswered = (target, trouble = false) => {
  companion.lost(trouble);
  target.dispatchEvent(new Event("no-answer", { bubbles: true }));
};

// What the notice says once it is shown: that there is no connection, or that there is one and the server is in trouble.
companion.lost = (trouble) => {
  const notice = document.querySelector("#connection");
  [notice.firstElementChild.hidden, notice.lastElementChild.hidden] = [trouble, !trouble];
};

document.addEventListener("htmx:before:swap", (event) => {
  const { response } = event.detail.ctx;
  if (!response || response.headers.has("Companion-Part")) return;
  event.preventDefault();
  // The link lets no more be done, or has ended: live.js tells.
  if ([403, 410].includes(response.status)) document.dispatchEvent(new Event("refused"));
  else unanswered(event.target, response.status >= 500);
});
document.addEventListener("htmx:error", ({ target }) => unanswered(target));
