// Seats that the game can do without are shown once all before them are taken.
const show = () => {
  for (const field of document.querySelectorAll(".seats input")) field.closest("li").classList.toggle("seat-empty", !field.value);
};
show();
document.addEventListener("input", show);
document.addEventListener("htmx:after:swap", show);
addEventListener("pageshow", show);
