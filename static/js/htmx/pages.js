// The pages of a table come in the place of each other by htmx, so that a phone that has lost the Wi-Fi goes on, on plain HTTP
// as well: they are kept in memory, the newest of each, and on phones that keep score fetched ahead.
const AT_ONCE = 250; // milliseconds, for a page that is kept but may be old
const SAVE = 2500; // milliseconds, until a save waits on this phone; what can't wait here has more
const PATIENCE = 15000;
const LOAD = 4000; // milliseconds, for a style or a script
const AHEAD = 2000; // milliseconds, at random: forty phones don't ask at the same moment
const MOST = 20; // pages
const BARRED = [403, 404, 410]; // by a link that does not let do this, or no more
const pages = new Map(); // by address: {text, isOld}
const here = () => location.pathname + location.search;
let shown = here(); // the address of the page that is shown
let isOld = false; // what is shown may be older than what this phone has seen
let turn = 0; // counts navigations: the last one counts
let changes = 0; // counts what makes pages old
const age = () => {
  changes += 1;
  for (const page of pages.values()) page.isOld = true;
};
const isOfTable = (text) => /<body[^>]* data-hx-boost/.test(text);
const tableIn = (text) => text.match(/<main[^>]* data-table="([^"]+)"/)?.[1];
// Of another table, such as a rematch, nothing fits in here either: it has a stream of its own.
const isElsewhere = (text) => { const [one, other] = [tableIn(text), tableIn(document.body.innerHTML)]; return Boolean(one && other && one !== other); };
const gone = () => new DOMException("", "AbortError"); // htmx says nothing of it
const leave = (address) => {
  location.assign(address);
  throw gone();
};
const pathOf = (address) => {
  const { pathname, search } = new URL(address, location);
  return pathname + search;
};

// What a page needs is there before it. Of a server that was brought up to date meanwhile nothing fits in here.
const NEEDED = /<link rel="(?:stylesheet|preload" as="script)"[^>]*href="([^"]+)"/g;
const needed = (text) => [...text.matchAll(NEEDED)].map(([, address]) => new URL(address, location).href);
const there = () => [...document.querySelectorAll("link[rel=stylesheet], script[src]")].map((one) => one.href ?? one.src);
const isOther = (text) => needed(text).some((address) => there().some((one) => one !== address && one.split("?")[0] === address.split("?")[0]));
const load = (address) => new Promise((resolve, reject) => {
  const isScript = /\.js\b/.test(address);
  const element = isScript ? Object.assign(document.createElement("script"), { src: address, async: false })
    : Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
  element.dataset.later = "";
  const fail = () => {
    element.remove();
    reject(new TypeError(address));
  };
  element.addEventListener("load", resolve);
  element.addEventListener("error", fail);
  setTimeout(reject, LOAD, new TypeError(address));
  document.head.append(element);
});
const loadAll = (addresses) => Promise.all(addresses.filter((address) => !there().includes(address)).map(load));

async function fetchPage(address, request) {
  const before = changes;
  const answer = await companion.ask(address, request);
  const { ok, status, redirected, text } = answer;
  if (BARRED.includes(status)) pages.clear();
  if (status >= 500 || status === 429) throw new TypeError(status);
  answer.fits = isOfTable(text) && !isOther(text) && !isElsewhere(text);
  if (answer.fits) await loadAll(needed(text));
  if (ok && !redirected && answer.fits) keep(address, text, before !== changes);
  return answer;
}
function keep(address, text, isOld = false) {
  pages.delete(address);
  pages.set(address, { text, isOld });
  if (pages.size > MOST) pages.delete([...pages.keys()][0]);
}

// Where to ask for a page, and the one that is kept of it. The form of a round, and of its step, is that which is next: after
// the rounds that wait on this phone, else as the table says; one that was fetched ahead for it will do without a connection.
function find(address) {
  const { pathname, search } = new URL(address, location);
  const page = pages.get(address);
  if (!pathname.endsWith("/rounds/new") || search) return [address, page];
  const waiting = companion.outbox.waiting().filter(({ url, undo }) => !undo && `${new URL(url).pathname}/new` === pathname);
  const last = Math.max(0, ...waiting.map(({ values }) => Number(new Map(values).get("number"))));
  const { number, step } = document.querySelector("#enter")?.dataset ?? {};
  const has = (text, name, value) => !value || text.includes(`name="${name}" value="${value}"`);
  const fits = ({ text }) => has(text, "number", last ? last + 1 : number) && has(text, "step", last ? "" : step);
  if (!last && page && fits(page)) return [address, page];
  const other = [...pages].find(([one, kept]) => one.startsWith(pathname) && fits(kept))?.[1];
  return [last ? `${pathname}?ahead=${waiting.length}` : address, other && { ...other, isOld: !last }];
}

async function open(ctx, asked, request) {
  turn += 1;
  const mine = turn;
  const isBack = Boolean(request.headers["HX-History-Restore-Request"]);
  const [address, kept] = find(asked);
  const isFresh = kept && !kept.isOld;
  const fresh = isFresh ? Promise.resolve(null) : fetchPage(address, { headers: request.headers, signal: request.signal }).catch(() => null);
  const soon = new Promise((resolve) => { if (kept) setTimeout(resolve, isFresh ? 0 : AT_ONCE, null); });
  const answer = await Promise.race([fresh, soon]);
  if (request.signal?.aborted || mine !== turn) throw gone(); // another page was asked for
  if (answer) companion.heard(200);
  if (answer && !answer.fits) leave(answer.redirected ? answer.url : asked);
  if (!answer && !kept) {
    if (isBack) history.replaceState({ htmx: true }, "", shown);
    companion.notKept();
    throw gone();
  }
  if (answer?.redirected) ctx[isBack ? "replace" : "push"] = pathOf(answer.url);
  // What comes later is shown, unless somebody has begun to type.
  if (!answer && !isFresh) {
    fresh.then((late) => {
      if (!late) companion.lost();
      else if (mine !== turn || document.querySelector("form[data-begun]")) return;
      else if (late.fits && late.ok && !late.redirected) show(late.text);
      else location.reload();
    });
  }
  isOld = !answer && !isFresh;
  return new Response(answer?.text ?? kept.text, { status: answer?.status ?? 200 });
}

const show = (text) => htmx.swap({ text, target: document.body, sourceElement: document.body, swap: "outerSync" });

async function save(ctx, address, request) {
  const { form } = request;
  const item = companion.outbox.put(request);
  form.inert = true;
  const answer = await companion.ask(address, { ...request, patience: item ? SAVE : PATIENCE }).catch(() => null);
  form.inert = false;
  const status = answer?.status ?? 0;
  const isAnswer = status && status < 500 && status !== 429;
  if (isAnswer) companion.heard(200);
  // Whoever has left the form is not brought back; what was refused there is listed. What a link bars waits for one that
  // lets more be done. The outbox asks once more, for the reason.
  if (!isAnswer || (item && (BARRED.includes(status) || (status >= 400 && !form.isConnected)))) {
    if (BARRED.includes(status)) pages.clear();
    if (status >= 500) companion.heard(status);
    else if (!item) companion.notKept();
    const waits = item && companion.outbox.wait(item);
    const then = item && pathOf(item.then);
    if (!waits || !form.isConnected || !pages.has(then)) throw gone();
    turn += 1;
    ctx.push = then;
    isOld = true;
    return new Response(pages.get(then).text);
  }
  companion.outbox.settle(item);
  age();
  if (!form.isConnected) throw gone();
  turn += 1;
  const goesTo = answer.redirected ? answer.url : answer.headers.get("HX-Push-Url");
  if (goesTo && (!isOfTable(answer.text) || isOther(answer.text) || isElsewhere(answer.text))) leave(goesTo);
  if (goesTo) keep(pathOf(goesTo), answer.text);
  isOld = false;
  if (answer.redirected) ctx.push = pathOf(answer.url);
  await loadAll(needed(answer.text));
  return new Response(answer.text, answer);
}

// Of what can't be shown in a part, whoever asked hears "no-answer".
async function fetchPart(address, request) {
  const answer = await companion.ask(address, request).catch(() => ({ status: 0 }));
  if (request.signal?.aborted) throw gone();
  if (BARRED.includes(answer.status)) pages.clear();
  companion.heard(answer.status);
  if ([200, 304].includes(answer.status)) isOld = false;
  if (answer.status >= 200 && answer.status < 400) return new Response(answer.status === 200 ? answer.text : null, answer);
  if (answer.status === 422) return new Response(answer.text, answer);
  throw gone();
}

async function listen(address, request) {
  const answer = await fetch(address, request);
  if (!answer.headers.has("Companion")) throw gone(); // a Wi-Fi's login page
  return answer;
}

// The page that is shown as well, and those that were seen: they are to be fresh when the Wi-Fi goes.
async function fetchAhead(signal) {
  for (const address of new Set([here(), ...(document.body.dataset.ahead?.split(" ") ?? []), ...pages.keys()])) {
    if (signal.aborted || document.hidden) return;
    const page = pages.get(address);
    if ((!page || page.isOld) && !(await fetchPage(address, { signal }).catch(() => null))) return;
  }
}

htmx.registerExtension("pages", {
  htmx_before_request(element, { ctx }) {
    const { method } = ctx.request;
    const isPart = ctx.target !== document.body;
    const answer = element.id === "stream" ? listen : isPart ? fetchPart : (method === "GET" ? open : save).bind(null, ctx);
    ctx.fetch = async (address, request) => {
      try {
        return await answer(address, request);
      } catch (error) {
        if (isPart) element.dispatchEvent(new Event("no-answer", { bubbles: true }));
        throw error;
      }
    };
  },
  htmx_after_swap(element, { ctx }) {
    if (ctx.target === document.body) {
      // In the frame that shows it: htmx would lay out the page at once, and then once more what scripts have changed.
      const isNew = ctx.request && !ctx.request.headers?.["HX-History-Restore-Request"];
      if (isNew && !ctx.request.anchor) requestAnimationFrame(() => scrollTo(0, 0));
      shown = here();
      companion.turnPage();
      setTimeout(() => {
        const heading = document.querySelector("h1");
        if (ctx.request && document.activeElement === document.body && heading) Object.assign(heading, { tabIndex: -1 }).focus({ preventScroll: true });
      });
    } else if (ctx.target?.matches?.("[data-hx-ptag]")) {
      age();
      // The page that is shown is kept as it is now.
      const page = pages.get(here());
      const [main] = ctx.text.match(/<main[\s\S]*<\/main>/) ?? [];
      if (page && main) keep(here(), page.text.replace(/<main[\s\S]*<\/main>/, () => main));
      document.dispatchEvent(new Event("table-changed"));
    }
  },
});

companion.isOld = () => isOld;
companion.isKept = (address) => pages.get(address)?.isOld === false;
companion.go = (address) => htmx.ajax("GET", address, { target: document.body, swap: "outerSync", push: "true" });
companion.onPage((signal) => {
  const later = () => setTimeout(fetchAhead, Math.random() * AHEAD, signal);
  later();
  loadAll((document.body.dataset.later?.split(" ") ?? []).map((address) => new URL(address, location).href)).catch(() => { /* with the page */ });
  for (const sign of ["table-changed", "connected", "visibilitychange"]) document.addEventListener(sign, later, { signal });
});
document.addEventListener("delivered", age);
// What htmx does not send would leave the app while there is no connection.
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || !isOfTable(document.body.outerHTML.slice(0, 2000))) return;
  const isGet = (submitter?.getAttribute("formmethod") ?? form.method) === "get";
  if (!isGet && !companion.isLost()) return;
  event.preventDefault();
  const query = new URLSearchParams(new FormData(form));
  if (submitter?.name) query.append(submitter.name, submitter.value);
  if (isGet) companion.go(`${new URL(form.action).pathname}?${query}`);
  else companion.notKept();
});
