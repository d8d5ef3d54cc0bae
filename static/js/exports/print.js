// The button that prints the sheet.
document.querySelector("[data-print]")?.addEventListener("click", () => window.print());
