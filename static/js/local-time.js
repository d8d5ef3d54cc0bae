// Times as this phone's clock and language have them.
{
  const show = () => {
    for (const time of document.querySelectorAll("time[datetime]")) {
      time.textContent = new Date(time.dateTime).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
    }
  };
  show();
  document.addEventListener("table-changed", show);
}
