// A round or a hand that was saved on this phone is sent at once, and waits here until the server has answered, through
// reloads, closed tabs and dead servers. Its write key makes that exactly once.
const PREFIX = "outbox ";
const RETRY = [2000, 4000, 8000, 15000]; // milliseconds
const PATIENCE = 15000; // milliseconds
const BARRED = [403, 404, 410]; // by a link that does not let write, or no more
let sending = false;
let more = false;
let wanted = "";
let timer = 0;
let tries = 0;

// No save waits for a storage: this one has written, or has not, at once.
const { phone } = companion;
const keep = (item) => phone.write(PREFIX + item.key, item);
const forget = ({ key }) => phone.forget(PREFIX + key);
const find = ({ key }) => phone.read(PREFIX + key);
const waiting = () => phone.names(PREFIX).map((name) => phone.read(name)).filter(Boolean).sort((one, other) => one.at - other.at);

// A table's link can change: what was typed for one that lets it be sent no more goes to the one that this phone knows.
const tableOf = ({ table }) => (table && companion.tables.find(table)) || {};
const moved = (item, address = "") => (tableOf(item).href ? address.replace(/^.*?\/t\/[\w.-]+/, location.origin + tableOf(item).href) : address);
const link = (item) => `link ${tableOf(item).href} ${tableOf(item).role}`;

async function send(item) {
  const response = await companion.ask(item.url, {
    method: "POST",
    body: new URLSearchParams(item.body),
    // Only the companion answers this way; a hotel's login page does not.
    headers: { Prefer: "return=minimal" },
    redirect: "manual",
    patience: PATIENCE,
  });
  const { status, headers } = response;
  if (status === 204 && headers.get("Preference-Applied")) return { isSaved: true };
  if (status < 400 || headers.get("Content-Type") !== "application/problem+json") return {};
  const { title } = await response.json();
  if (status >= 500 || status === 429) return { trouble: title };
  const barred = BARRED.includes(status) && link(item);
  const [url, then] = [moved(item, item.url), moved(item, item.then)];
  return barred && url !== item.url ? send(Object.assign(item, { url, then })) : { refused: title, barred, status };
}

// What was refused waits for its player; where it was for the link, for a link that lets more be done.
const isDue = ({ refused, barred, ...item }) => !refused || (barred && barred !== link(item));

// Send everything, oldest first, and nothing before what is older.
async function deliver() {
  more = sending;
  if (sending) return;
  sending = true;
  clearTimeout(timer);
  let late = false;
  let trouble = "";
  try {
    for (const item of waiting().filter(isDue)) {
      const outcome = await send(item).catch(() => ({}));
      if (outcome.isSaved) done(item);
      else if (outcome.refused) refuse(item, outcome);
      else {
        [late, trouble] = [true, outcome.trouble];
        break;
      }
    }
  } finally {
    sending = false;
  }
  tries = late ? tries + 1 : 0;
  if (late) timer = setTimeout(deliver, RETRY[Math.min(tries, RETRY.length) - 1]);
  show(trouble);
  if (more) await deliver();
}

function done(item) {
  const now = find(item);
  if (now && now.body !== item.body) return; // corrected since: that is sent next, and has an answer of its own
  forget(item);
  // A round's draft stays until this phone has the sheet with it (see remember-table.js).
  if (item.draft && !/\/\d+$/.test(item.draft)) phone.forget(item.draft);
  const form = formOf(item);
  if (form) form.dataset.delivered = "";
  document.dispatchEvent(new Event("delivered"));
  if (form) goTo(item.then);
}

// The table that the form is on comes anew as well.
function goTo(address) {
  const { pathname, hash } = new URL(address, location);
  location.replace(address);
  if (hash && pathname === location.pathname) location.reload();
}

// What is wrong with it is told where it was typed (verdict.js). Else the page that tells why comes to whoever is still
// looking at the form, or has asked for it.
function refuse(item, outcome) {
  if (find(item)?.body === item.body) keep({ ...item, ...outcome });
  const typed = formOf(item);
  if (typed?.querySelector("#verdict") && outcome.status === 422) {
    forget(item);
    delete typed.dataset.sent;
    typed.dispatchEvent(new Event("save-refused", { bubbles: true }));
    return;
  }
  if (wanted !== item.key && !typed) return;
  const form = Object.assign(document.createElement("form"), { method: "post", action: item.url });
  for (const [name, value] of new URLSearchParams(item.body)) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  document.body.append(form);
  form.submit();
}

const formOf = ({ key }) => [...document.querySelectorAll("form[data-sent]")].find((form) => form.elements.key.value === key);

// Said to whoever lists what waits (outbox-list.js).
const show = (trouble) => document.dispatchEvent(new CustomEvent("outbox", { detail: waiting().map((item) => ({ ...item, trouble })) }));

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!("outbox" in form.dataset) || submitter?.hasAttribute("formaction")) return;
  const body = new URLSearchParams(new FormData(form));
  if (submitter?.name) body.append(submitter.name, submitter.value);
  const { outbox: label, then, draft, settles } = form.dataset;
  const typed = [...form.querySelectorAll("input:not([type=hidden], [type=checkbox], [type=radio])")].map(({ value }) => value || "–").join(", ");
  const isKept = keep({
    ...{ key: form.elements.key.value, url: form.action, table: document.querySelector("main").dataset.table, body: body.toString() },
    ...{ label, typed: typed || submitter?.dataset.says, then, draft: draft && `draft ${draft}`, at: Date.now() },
  });
  if (!isKept) return; // the browser sends the form as ever
  event.preventDefault();
  form.dataset.sent = "";
  if (settles) forget({ key: settles });
  deliver();
});

// A page that answers to a form takes the address of the empty one: to load it again sends nothing again.
const answer = document.querySelector("[data-again]");
if (answer) history.replaceState(history.state, "", answer.dataset.again);
// A form that shows what is wrong with it has what was typed, also as a draft.
for (const { dataset } of document.querySelectorAll("form[data-handled]")) forget({ key: dataset.handled });
deliver();
for (const sign of ["online", "pageshow"]) addEventListener(sign, deliver);
document.addEventListener("connected", deliver);
document.addEventListener("table-changed", deliver);
document.addEventListener("visibilitychange", () => { if (!document.hidden) deliver(); });
addEventListener("storage", ({ key }) => { if (key?.startsWith(PREFIX)) show(); }); // by another tab
// Whoever has seen why something was refused, and chosen what to do, has done with it.
document.addEventListener("click", ({ target }) => {
  const link = target.closest("a[data-settles]");
  if (link) forget({ key: link.dataset.settles });
});
document.addEventListener("outbox-again", ({ detail }) => {
  wanted = detail.key;
  keep({ ...detail, refused: "" });
  deliver();
});
document.addEventListener("outbox-discard", ({ detail }) => {
  forget(detail);
  show();
});
