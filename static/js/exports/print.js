// The button that prints the sheet. A long one comes here to print all of it.
const button = document.querySelector("[data-print]");
button?.addEventListener("click", () => window.print());
if (button && location.hash === "#print") setTimeout(() => window.print());
