// A table that was opened is remembered on this phone, and drafts that it shows as saved are let go.
{
  const MONTH = 30 * 24 * 3600 * 1000;
  const read = (name) => JSON.parse(localStorage.getItem(name) ?? "[]");

  function remember({ remember: href, names }) {
    const players = JSON.parse(names);
    const tables = read("tables").filter((table) => table.href !== href);
    localStorage.setItem("tables", JSON.stringify([{ href, players, at: Date.now() }, ...tables].slice(0, 40)));
    localStorage.setItem("names", JSON.stringify([...new Set([...players, ...read("names")])].slice(0, 60)));
  }

  function letGo({ remember: href, rounds, version }) {
    const submitted = sessionStorage.getItem("submitted");
    for (const name of Object.keys(localStorage).filter((key) => key.startsWith("draft "))) {
      // "draft /t/<key>/<round>", with the version that a correction began from, or with whose hand it is.
      const [round, seen] = name.startsWith(`draft ${href}/`) ? name.slice(`draft ${href}/`.length).split("/") : [];
      const corrected = seen && !seen.startsWith("hand-");
      const entered = round && (corrected ? seen !== version : +round <= +rounds);
      const started = name === submitted && !name.startsWith("draft /t/");
      if (entered || started || read(name).at < Date.now() - MONTH) localStorage.removeItem(name);
    }
    sessionStorage.removeItem("submitted");
  }

  const show = () => {
    const { dataset } = document.querySelector("[data-remember]");
    try {
      remember(dataset);
      letGo(dataset);
    } catch { /* storage is blocked or full: nothing is remembered */ }
  };
  show();
  document.addEventListener("table-changed", show);
}
