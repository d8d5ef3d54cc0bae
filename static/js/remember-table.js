// A table that was opened is remembered on this phone, and drafts that it shows as saved are let go.
try {
  const { remember: href, names, rounds, version } = document.querySelector("[data-remember]").dataset;
  const players = JSON.parse(names);
  const read = (name) => JSON.parse(localStorage.getItem(name) ?? "[]");

  const tables = read("tables").filter((table) => table.href !== href);
  localStorage.setItem("tables", JSON.stringify([{ href, players, at: Date.now() }, ...tables].slice(0, 40)));
  localStorage.setItem("names", JSON.stringify([...new Set([...players, ...read("names")])].slice(0, 60)));

  const month = 30 * 24 * 3600 * 1000;
  const submitted = sessionStorage.getItem("submitted");
  for (const name of Object.keys(localStorage).filter((key) => key.startsWith("draft "))) {
    // "draft /t/<key>/<round>", or with the version that a correction began from.
    const [round, seen] = name.startsWith(`draft ${href}/`) ? name.slice(`draft ${href}/`.length).split("/") : [];
    const entered = round && (seen ? seen !== version : +round <= +rounds);
    const started = name === submitted && !name.startsWith("draft /t/");
    if (entered || started || read(name).at < Date.now() - month) localStorage.removeItem(name);
  }
  sessionStorage.removeItem("submitted");
} catch { /* storage is blocked or full: nothing is remembered */ }
