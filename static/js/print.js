// A button to print the sheet, where there is a script to do it.
{
  const button = document.querySelector("[data-print]");
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
