// A table that was opened is remembered on this phone, and drafts that it shows as saved are let go.
{
  const { remember: href, names, rounds } = document.querySelector("[data-remember]").dataset;
  const players = JSON.parse(names);
  const read = (name) => { try { return JSON.parse(localStorage.getItem(name)) ?? []; } catch { return []; } };
  const write = (name, value) => { try { localStorage.setItem(name, JSON.stringify(value)); } catch { /* full or private */ } };

  const tables = read("tables").filter((table) => table.href !== href);
  write("tables", [{ href, players, at: Date.now() }, ...tables].slice(0, 40));
  write("names", [...new Set([...players, ...read("names")])].slice(0, 60));

  const month = 30 * 24 * 3600 * 1000;
  for (const name of Object.keys(localStorage).filter((key) => key.startsWith("draft "))) {
    const [round] = name.startsWith(`draft ${href}/`) ? name.slice(`draft ${href}/`.length).split("/") : [];
    const saved = round !== undefined && +round <= +rounds;
    const started = /^draft (new-game|rematch)$/.test(name) && /\/(tables|tables\/new|rematch)$/.test(document.referrer);
    if (saved || started || !(read(name).at > Date.now() - month)) localStorage.removeItem(name);
  }
}
