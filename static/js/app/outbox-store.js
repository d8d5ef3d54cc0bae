// Where what waits on this phone is kept, and for a while what it delivered (``told``: what the server knows that by): its
// own database, which is there after a reload and a closed tab.
const open = () => new Promise((resolve, reject) => {
  const request = indexedDB.open("companion", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("outbox", { keyPath: "key" });
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

// Resolves when the phone has really written it, not when it was told to.
async function inDatabase(work) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction("outbox", "readwrite", { durability: "strict" });
      const request = work(transaction.objectStore("outbox"));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

const keep = (item) => inDatabase((outbox) => outbox.put(item));
const forget = ({ key }) => inDatabase((outbox) => outbox.delete(key));
// Only if it is still what was sent: meanwhile somebody may have corrected it and saved again.
const unlessChanged = ({ key, body }, change) => inDatabase((outbox) => {
  const request = outbox.get(key);
  request.addEventListener("success", () => { if (request.result?.body === body) change(outbox); });
  return request;
});
const all = async () => (await inDatabase((outbox) => outbox.getAll())).sort((one, other) => one.at - other.at);
const waiting = async () => (await all()).filter(({ told }) => !told);
const delivered = async () => (await all()).filter(({ told }) => told);

companion.outbox = { keep, forget, unlessChanged, waiting, delivered };
