// A round or a hand that this phone has taken is delivered: it waits in the phone's own database until the
// server has answered, through reloads, closed tabs and dead servers. Its write key makes that exactly once.
const { keep, forget, unlessChanged, waiting, delivered } = companion.outbox;
const RETRY = [2000, 4000, 8000, 15000]; // milliseconds
const PATIENCE = 15000; // milliseconds
let sending = false;
let again = false;
let asked = "";
let timer = 0;
let tries = 0;
let trouble = "";

// A table's link can change: what was typed for one that lets it be sent no more goes to the one that this phone knows.
const known = ({ table }) => (table && companion.tables.find(table)) || {};
const moved = (item, address) => (known(item).href ? address.replace(/^.*?\/t\/[\w.-]+/, known(item).href) : address);
const BARRED = [403, 404, 410]; // by a link that does not let write, or no more

async function send(item) {
  const [url, then] = [new URL(moved(item, item.url), location.href).href, moved(item, item.then ?? "")];
  let outcome = await sendTo(item.url, item);
  if (outcome.barred && url !== item.url) {
    outcome = await sendTo(url, item);
    if (!outcome.barred) Object.assign(item, { url, then });
  }
  return outcome;
}

async function sendTo(url, item) {
  const response = await companion.ask(url, {
    method: "POST",
    body: new URLSearchParams(item.body),
    // Only the companion answers this way; a hotel's login page does not.
    headers: { Prefer: "return=minimal", ...(item.again && { "Companion-Again": "y" }) },
    redirect: "manual",
    patience: PATIENCE,
  });
  const { headers } = response;
  if (response.status === 204 && headers.get("Preference-Applied")) return { told: headers.get("Companion-Entry") };
  if (response.status < 400 || headers.get("Content-Type") !== "application/problem+json") return "waiting";
  const { title } = await response.json();
  if (response.status < 500 && response.status !== 429) {
    return { refused: title, early: headers.has("Retry-After"), barred: BARRED.includes(response.status) && link(item) };
  }
  trouble = title;
  return "waiting";
}

// What was refused waits for its player; where it was for the link, for a link that lets more be done. What comes too early
// is tried again.
const link = (item) => `link ${known(item).href} ${known(item).role}`;
const isDue = ({ refused, barred, early, ...item }) => !refused || early || (barred && barred !== link(item));

// Send everything, oldest first, and nothing before what is older. What was refused waits for its player.
async function deliver() {
  again = sending;
  if (sending) return;
  sending = true;
  clearTimeout(timer);
  let left = false;
  let early = false;
  try {
    for (const item of (await waiting()).filter(isDue)) {
      trouble = "";
      const outcome = await send(item).catch(() => "waiting");
      left = outcome === "waiting";
      if (left) break;
      if (!outcome.refused) await done(item, outcome);
      else if (!item.again && (await recall(item.table))) {
        // It does not fit since the server lacks what came before.
        again = true;
        break;
      } else await refuse(item, outcome);
      early ||= outcome.early;
    }
  } catch { /* no database: nothing waits */ }
  sending = false;
  tries = left || early ? tries + 1 : 0;
  if (tries) timer = setTimeout(deliver, RETRY[Math.min(tries, RETRY.length) - 1]);
  await show();
  if (again) await deliver();
}

// Whether the server lacks what this phone has delivered. The script for that is fetched where there is something, and says
// "connected" when it is there.
async function recall(table) {
  if (!companion.recall && (await delivered().catch(() => [])).length && !companion.recall) {
    companion.recall = () => false;
    companion.add("script", { src: document.querySelector("[data-recall]").dataset.recall });
  }
  return companion.recall?.(table);
}

// It is kept for a while, by what the server knows it by and with what only the server knew (see recall.js).
async function done(item, { told: entry }) {
  const [told, body = item.body] = entry?.split(" ") ?? [];
  const drop = (outbox) => outbox.delete(item.key);
  const retain = (outbox) => outbox.put({ ...item, body, told });
  const kept = await unlessChanged(item, told ? retain : drop).catch(() => unlessChanged(item, drop));
  // Corrected since: that is sent next, and has an answer of its own.
  if (kept && kept.body !== item.body) return;
  const form = formOf(item);
  if (form) form.dataset.delivered = "";
  try { if (item.draft) localStorage.removeItem(item.draft); } catch { /* blocked */ }
  document.dispatchEvent(new CustomEvent("delivered", { detail: item.again === told ? item : null }));
  if (form) location.assign(item.then);
}

async function refuse(item, outcome) {
  await unlessChanged(item, (outbox) => outbox.put({ ...item, ...outcome }));
  // The page that tells why comes to whoever is still looking at the form, or has asked for it.
  if (asked === item.key || (formOf(item) && !outcome.early)) post(item);
}

const formOf = ({ key }) => [...document.querySelectorAll("form[data-outbox][data-sent]")].find(
  (form) => form.elements.key.value === key,
);

function post(item) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = item.url;
  form.append(...[...new URLSearchParams(item.body)].map(([name, value]) => {
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
  document.dispatchEvent(new CustomEvent("outbox", { detail: items.map((item) => ({ ...item, trouble })) }));
};

async function take(form, submitter) {
  const body = new URLSearchParams(new FormData(form));
  if (submitter?.name) body.append(submitter.name, submitter.value);
  await keep({
    key: form.elements.key.value,
    url: form.action,
    table: document.querySelector("main").dataset.table,
    body: body.toString(),
    label: form.dataset.outbox,
    typed: [...form.querySelectorAll("input:not([type=hidden], [type=checkbox], [type=radio])")].map(({ value }) => value || "–").join(", ") || submitter?.dataset.says,
    then: form.dataset.then,
    draft: form.dataset.draft && `draft ${form.dataset.draft}`,
    at: Date.now(),
  });
  form.dataset.sent = "";
  if (form.dataset.settles) await forget({ key: form.dataset.settles });
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

async function tryAgain(item) {
  asked = item.key;
  await keep({ ...item, refused: undefined });
  await deliver();
}

// Whoever has seen why something was refused, and chosen what to do, has done with it.
async function settle(event) {
  const link = event.target.closest("a[data-settles]");
  if (!link) return;
  // Leaving at once would cut it off.
  event.preventDefault();
  await forget({ key: link.dataset.settles }).catch(() => {});
  location.assign(link.href);
}

// A form that shows what is wrong with it has what was typed, also as a draft.
async function check() {
  deliver();
  if (await recall(document.querySelector("main").dataset.table)) deliver();
}
const shown = [...document.querySelectorAll("form[data-handled]")].map(({ dataset }) => forget({ key: dataset.handled }));
Promise.allSettled(shown).then(check);
document.addEventListener("click", settle);
document.addEventListener("outbox-again", ({ detail }) => tryAgain(detail));
document.addEventListener("outbox-discard", ({ detail }) => forget(detail).then(show));
for (const sign of ["online", "pageshow"]) addEventListener(sign, check);
document.addEventListener("visibilitychange", () => { if (!document.hidden) check(); });
document.addEventListener("connected", check);
document.addEventListener("table-changed", check);
