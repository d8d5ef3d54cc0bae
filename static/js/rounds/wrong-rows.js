// A row with what can't be is marked as soon as the verdict says so.
document.addEventListener("htmx:after:swap", ({ target }) => {
  const marker = target.querySelector?.("[data-wrong]");
  if (!marker) return;
  const seats = marker.dataset.wrong.split(" ");
  for (const row of document.querySelectorAll(".seat-row[data-seat]")) row.classList.toggle("is-wrong", seats.includes(row.dataset.seat));
}, { signal });
