// An earlier version kept what waits in a database. Nobody waits for that; what it has moves over once.
const MOVED = "outbox-moved";
const done = () => { try { localStorage.setItem(MOVED, 1); } catch { /* full: the next page tries again */ } };
try { if (localStorage.getItem(MOVED)) return; } catch { return; }
const request = indexedDB.open("companion", 1);
request.onupgradeneeded = () => request.transaction.abort(); // there is none
request.onerror = () => { if (request.error.name === "AbortError") done(); };
request.onsuccess = ({ target: { result: database } }) => {
  database.transaction("outbox").objectStore("outbox").getAll().onsuccess = ({ target }) => {
    target.result.forEach(companion.outbox.keep);
    done();
    database.close();
    indexedDB.deleteDatabase("companion");
    document.dispatchEvent(new Event("connected"));
  };
};
