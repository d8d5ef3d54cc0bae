// What a script does for a page, it does again for each that htmx brings in its place: ``show`` gets a signal that is aborted
// when the page is left. Once more, where it is for what a table shows, when that has changed.
let leaving = new AbortController();
const shows = [];
companion.onPage = (show) => {
  shows.push(show);
  show(leaving.signal);
};
companion.onTable = (show) => {
  companion.onPage(() => show());
  document.addEventListener("table-changed", () => show());
};
companion.turnPage = () => {
  leaving.abort();
  leaving = new AbortController();
  for (const show of shows) show(leaving.signal);
};
