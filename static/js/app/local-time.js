// Times as this phone's clock and language have them.
const show = () => {
  for (const time of document.querySelectorAll("time[data-local]")) {
    const style = { dateStyle: "medium", ...(time.dataset.local === "day" ? {} : { timeStyle: "short" }) };
    time.textContent = new Date(time.dateTime).toLocaleString(undefined, style);
  }
};
show();
document.addEventListener("table-changed", show);
