// What was saved and got no answer waits on this phone, through reloads, closed tabs and dead servers, and is sent again until
// the companion has answered. Its write key makes that exactly once. It is the draft of its form (draft.js) with where it goes.
const PREFIX = "draft ";
const RETRY = [1000, 2000, 2000, 4000, 8000, 15000]; // milliseconds
const PATIENCE = 15000; // milliseconds
const BARRED = [403, 404, 410]; // by a link that does not let write, or no more
let sending = false;
let more = false;
let wanted = "";
let timer = 0;
let tries = 0;

// No save waits for a storage: this one has written, or has not, at once.
const { phone } = companion;
const keep = ({ name, ...item }) => phone.write(name, item);
const find = ({ name }) => phone.read(name);
const all = () => phone.names(PREFIX).map((name) => ({ ...phone.read(name), name })).filter(({ url }) => url).sort((one, other) => one.at - other.at);
// It goes nowhere any more; what was typed stays as a draft where its form has one.
function settle(item) {
  const { name, at, values, isDraft } = item ?? {};
  if (isDraft) phone.write(name, { at, values });
  else phone.forget(name);
}
const settleKey = (settled) => settle(all().find(({ key }) => key === settled));

// A table's link can change: what was typed for one that lets it be sent no more goes to the one that this phone knows.
const tableOf = ({ table }) => (table && companion.tables.find(table)) || {};
const moved = (item, address = "") => (tableOf(item).href ? address.replace(/^.*?\/t\/[\w.-]+/, location.origin + tableOf(item).href) : address);
const link = (item) => `link ${tableOf(item).href} ${tableOf(item).role}`;

const post = (url, body) => companion.ask(url, {
  method: "POST",
  body: new URLSearchParams(body),
  headers: { Prefer: "return=minimal" },
  redirect: "manual",
  patience: PATIENCE,
});

async function send(item) {
  const { status, headers, text } = await post(item.url, item.values);
  if (status === 204 && headers.get("Preference-Applied")) {
    const { undo, key } = { ...item, ...find(item) };
    if (!undo) return { isSaved: true };
    // Whether it had arrived before it was undone, nobody here knows: so it is undone there.
    const { pathname } = new URL(item.url);
    const undone = await post(pathname.replace(/(\/t\/[\w.-]+).*/, "$1/undos"), { key: undo, of: key });
    if (undone.status >= 500 || undone.status === 429) return {};
    return undone.status < 400 ? { isSaved: true } : { refused: JSON.parse(undone.text).title, status: undone.status };
  }
  if (status < 400 || headers.get("Content-Type") !== "application/problem+json") return {};
  const { title } = JSON.parse(text);
  if (status >= 500 || status === 429) return { trouble: title };
  const barred = BARRED.includes(status) && link(item);
  const [url, then] = [moved(item, item.url), moved(item, item.then)];
  return barred && url !== item.url ? send(Object.assign(item, { url, then })) : { refused: title, barred, status };
}

// What was refused waits for its player; where it was for the link, for a link that lets more be done.
const isDue = ({ sent, refused, barred, ...item }) => sent && (!refused || (barred && barred !== link(item)));

// Send everything, oldest first, and nothing before what is older.
async function deliver() {
  more = sending;
  if (sending) return;
  sending = true;
  clearTimeout(timer);
  let late = false;
  let trouble = "";
  try {
    for (const item of all().filter(isDue)) {
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
  if (now && !isSame(now, item)) return; // corrected since
  // A round's draft stays until this phone has the sheet with it (see remember-table.js).
  settle({ ...item, isDraft: item.isDraft && /\/\d+$/.test(item.name) });
  document.dispatchEvent(new Event("delivered"));
  const form = formOf(item);
  if (!form) return;
  form.dataset.delivered = "";
  if (companion.go) companion.go(item.then);
  else location.replace(item.then);
}

// The page that tells why comes to whoever is still looking at the form, or has asked for it.
function refuse(item, outcome) {
  if (isSame(find(item) ?? {}, item)) keep({ ...item, ...outcome });
  if (wanted !== item.key && !formOf(item)) return;
  const form = Object.assign(document.createElement("form"), { method: "post", action: item.url });
  for (const [name, value] of item.values) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  document.body.append(form);
  form.submit();
}

const isSame = (one, other) => JSON.stringify(one.values) === JSON.stringify(other.values);
const formOf = ({ key }) => [...document.querySelectorAll("form[data-outbox]")].find((form) => form.elements.key.value === key);

// Said to whoever lists what waits (outbox-list.js).
const show = (trouble) => document.dispatchEvent(new CustomEvent("outbox", { detail: all().filter(({ sent }) => sent).map((item) => ({ ...item, trouble })) }));

companion.outbox = {
  waiting: () => all().filter(({ sent, refused }) => sent && !refused),
  // What a form sends, before it is sent; nothing of a form that has no place here.
  put({ form, submitter, body }) {
    if (!form || !("outbox" in form.dataset)) return null;
    const { outbox: label, then, draft, settles } = form.dataset;
    const { table } = document.querySelector("main").dataset;
    const key = form.elements.key.value;
    const typed = [...form.querySelectorAll("input:not([type=hidden], [type=checkbox], [type=radio])")].map(({ value }) => value || "–").join(", ");
    const item = {
      ...{ name: PREFIX + (draft ?? `${table}/${key}`), key, url: form.action, table, values: [...body] },
      ...{ label, typed: typed || submitter?.dataset.says, then, isDraft: Boolean(draft), at: Date.now() },
    };
    if (settles) settleKey(settles);
    return keep(item) ? item : null;
  },
  settle(item) {
    if (item && isSame(find(item) ?? item, item)) settle(item);
    show();
  },
  // False where something else has been typed since: then that is the draft.
  wait(item) {
    const waits = isSame(find(item) ?? {}, item);
    if (waits) keep({ ...item, sent: true });
    show();
    deliver();
    return waits;
  },
};

// A page that answers to a form takes the address of the empty one: to load it again sends nothing again.
companion.onPage(() => {
  const answer = document.querySelector("[data-again]");
  if (answer) history.replaceState(history.state, "", answer.dataset.again);
  // A form that shows what is wrong with it has what was typed, also as a draft.
  for (const { dataset } of document.querySelectorAll("form[data-handled]")) settleKey(dataset.handled);
});
// What was under way when its page was left waits now.
for (const item of all()) keep({ ...item, sent: true });
deliver();
for (const sign of ["online", "pageshow"]) addEventListener(sign, deliver);
for (const sign of ["connected", "table-changed"]) document.addEventListener(sign, deliver);
document.addEventListener("visibilitychange", () => { if (!document.hidden) deliver(); });
addEventListener("storage", ({ key }) => { if (key?.startsWith(PREFIX)) show(); }); // by another tab
// Whoever has seen why something was refused, and chosen what to do, has done with it.
document.addEventListener("click", ({ target }) => {
  const settling = target.closest("a[data-settles]");
  if (settling) settleKey(settling.dataset.settles);
});
document.addEventListener("outbox-again", ({ detail }) => {
  wanted = detail.key;
  keep({ ...detail, refused: "" });
  deliver();
});
document.addEventListener("outbox-undo", ({ detail }) => {
  keep({ ...detail, undo: companion.newKey() });
  deliver();
});
document.addEventListener("outbox-discard", ({ detail }) => {
  settle({ name: detail.name });
  show();
});
