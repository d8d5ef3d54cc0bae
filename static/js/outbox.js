// A round or a hand that this phone has taken is delivered: it waits in the phone's own database until the
// server has answered, through reloads, closed tabs and dead servers. Its write key makes that exactly once.
{
  const RETRY = [2000, 4000, 8000, 15000]; // milliseconds
  const PATIENCE = 15000; // milliseconds
  let sending = false;
  let again = false;
  let timer = 0;
  let tries = 0;

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
  const waiting = async () => (await inDatabase((outbox) => outbox.getAll())).sort((one, other) => one.at - other.at);

  async function send(item) {
    const response = await fetch(item.url, {
      method: "POST",
      body: new URLSearchParams(item.body),
      // Only the companion answers this way; a hotel's login page does not.
      headers: { Prefer: "return=minimal" },
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (response.status === 204 && response.headers.get("Preference-Applied")) return "delivered";
    if (response.status < 400 || response.status >= 500 || response.status === 429) return "waiting";
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const problem = page.querySelector("[role=alert] p, main h1");
    return { refused: problem?.textContent.trim() ?? String(response.status) };
  }

  // Send everything, oldest first. What was refused waits for its player instead.
  async function deliver() {
    again = sending;
    if (sending) return;
    sending = true;
    clearTimeout(timer);
    let left = false;
    try {
      for (const item of (await waiting()).filter(({ refused }) => !refused)) {
        const outcome = await send(item).catch(() => "waiting");
        if (outcome === "delivered") await done(item);
        else if (outcome === "waiting") left = true;
        else await refuse(item, outcome.refused);
      }
    } catch { /* no database: nothing waits */ }
    sending = false;
    tries = left ? tries + 1 : 0;
    if (left) timer = setTimeout(deliver, RETRY[Math.min(tries, RETRY.length) - 1]);
    await show();
    if (again) await deliver();
  }

  async function done(item) {
    await forget(item);
    try { if (item.draft) localStorage.removeItem(item.draft); } catch { /* blocked */ }
    const form = formOf(item);
    if (form) location.assign(item.then);
    else document.dispatchEvent(new Event("delivered"));
  }

  async function refuse(item, refused) {
    await keep({ ...item, refused });
    const form = formOf(item);
    // The page that tells why comes to whoever is still looking at the form.
    if (form) post(item);
  }

  const formOf = ({ key }) => [...document.querySelectorAll("form[data-outbox][data-sent]")].find(
    (form) => form.elements.key.value === key,
  );

  function post({ url, body }) {
    const form = document.createElement("form");
    form.method = "post";
    form.action = url;
    form.append(...[...new URLSearchParams(body)].map(([name, value]) => {
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name, value });
      return field;
    }));
    document.body.append(form);
    form.submit();
  }

  // Said to whoever lists what waits (outbox-list.js).
  const show = async () => {
    const items = await waiting().catch(() => []);
    document.dispatchEvent(new CustomEvent("outbox", { detail: items }));
  };

  async function take(form, submitter) {
    const body = new URLSearchParams(new FormData(form));
    if (submitter?.name) body.append(submitter.name, submitter.value);
    await keep({
      key: form.elements.key.value,
      url: form.action,
      body: body.toString(),
      label: form.dataset.outbox,
      typed: [...form.querySelectorAll("input:not([type=hidden], [type=checkbox])")].map(({ value }) => value || "–").join(", "),
      then: form.dataset.then,
      draft: form.dataset.draft && `draft ${form.dataset.draft}`,
      at: Date.now(),
    });
    form.dataset.sent = "";
  }

  document.addEventListener("submit", async (event) => {
    const { target: form, submitter } = event;
    if (!("outbox" in form.dataset)) return;
    event.preventDefault();
    try {
      await take(form, submitter);
    } catch {
      // No database on this phone: the browser sends the form as ever.
      if (submitter?.name) form.append(Object.assign(document.createElement("input"), { type: "hidden", name: submitter.name, value: submitter.value }));
      form.submit();
      return;
    }
    await deliver();
  });

  async function begin() {
    // What this page shows the answer to need not be shown again.
    const handled = [...document.querySelectorAll("[data-handled]")].map((element) => element.dataset.handled);
    for (const key of handled) await forget({ key }).catch(() => {});
    await deliver();
  }
  begin();
  document.addEventListener("outbox-look", ({ detail }) => post(detail));
  document.addEventListener("outbox-discard", ({ detail }) => forget(detail).then(show));
  for (const sign of ["online", "pageshow"]) addEventListener(sign, deliver);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) deliver(); });
  document.addEventListener("connected", deliver);
}
