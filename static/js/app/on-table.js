// What a script does for a page, it does again once the table on it has changed.
companion.onTable = (show) => {
  show();
  document.addEventListener("table-changed", show);
};
