// The pages of a table come in the place of each other by htmx, so that a phone that has lost the Wi-Fi goes on, on plain HTTP
// as well: they are kept in memory, the newest of each, and on phones that keep score fetched ahead.
const AT_ONCE = 250; // milliseconds, for a page that is kept but may be old
const SAVE = 2500; // milliseconds, until a save waits on this phone
const AHEAD = 2000; // milliseconds, at random: forty phones don't ask at the same moment
const BARRED = [403, 404, 410]; // by a link that does not let do this, or no more
const pages = new Map(); // by address: {text, isOld}
const here = () => location.pathname + location.search;
const isOfTable = (text) => /<body[^>]* data-hx-boost/.test(text);
const gone = () => new DOMException("", "AbortError"); // htmx says nothing of it

const leave = (address) => {
  location.assign(address);
  throw gone();
};

// A style or a script that a page needs is there before it.
const NEEDED = /<link rel="(?:stylesheet|preload" as="script)"[^>]*href="([^"]+)"/g;
const load = (address) => new Promise((resolve) => {
  const isScript = /\.js\b/.test(address);
  const element = isScript ? Object.assign(document.createElement("script"), { src: address, async: false })
    : Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
  for (const end of ["load", "error"]) element.addEventListener(end, resolve);
  document.head.append(element);
});
const needed = (text) => [...text.matchAll(NEEDED)].map(([, address]) => address);
const loadAll = (addresses) => {
  const there = [...document.querySelectorAll("link[rel=stylesheet], script[src]")].map((one) => one.href ?? one.src);
  const all = addresses.map((address) => new URL(address, location).href);
  return Promise.all(all.filter((address) => !there.includes(address)).map(load));
};

async function fetchPage(address, request) {
  const answer = await companion.ask(address, request);
  if (BARRED.includes(answer.status)) pages.clear();
  if (answer.ok && !answer.redirected && isOfTable(answer.text)) {
    pages.set(address, { text: answer.text, isOld: false });
    await loadAll(needed(answer.text));
  }
  return answer;
}

// After a round that waits on this phone comes the next one.
const following = (address) => {
  const { pathname } = new URL(address, location);
  const waits = companion.outbox.waiting().some(({ url, undo }) => !undo && `${new URL(url).pathname}/new` === pathname);
  return waits ? `${pathname}?ahead=1` : address;
};

async function open(ctx, asked, request) {
  const address = following(asked);
  const kept = pages.get(address);
  const isFresh = kept && !kept.isOld;
  const fresh = isFresh ? null : fetchPage(address, request);
  const soon = kept && new Promise((resolve) => { setTimeout(resolve, isFresh ? 0 : AT_ONCE); });
  let answer = isFresh ? null : await (soon ? Promise.race([fresh.catch(() => null), soon]) : fresh.catch(() => null));
  if (request.signal.aborted) throw gone(); // another page was asked for
  if (!answer) {
    if (!kept) {
      companion.notKept();
      throw gone();
    }
    // What comes later is shown, unless somebody has begun to type.
    fresh?.then((late) => { if (here() === asked && !document.querySelector("form[data-begun]")) show(late.text); }, () => companion.lost());
    answer = { status: 200, text: kept.text, headers: new Headers() };
  } else if (!isOfTable(answer.text)) {
    leave(answer.redirected ? answer.url : asked);
  } else if (answer.redirected) pushes(ctx, answer.url);
  return new Response(answer.text, answer);
}

const pushes = (ctx, address) => {
  const { pathname, search } = new URL(address, location);
  ctx.push = pathname + search;
};
const show = (text) => htmx.swap({ text, target: document.body, sourceElement: document.body, swap: "outerSync" });

async function save(ctx, address, request) {
  const item = companion.outbox.put(request);
  const answer = await companion.ask(address, { ...request, patience: SAVE }).catch(() => null);
  const status = answer?.status ?? 0;
  // What a link bars waits for one that lets more be done: the outbox asks why, and shows it.
  if (!status || status >= 500 || status === 429 || (item && BARRED.includes(status))) {
    if (BARRED.includes(status)) pages.clear();
    if (!item) companion.notKept();
    else companion.outbox.wait(item);
    ctx.push = item && new URL(item.then, location).pathname;
    if (!pages.has(ctx.push)) throw gone();
    return new Response(pages.get(ctx.push).text);
  }
  companion.outbox.settle(item);
  age();
  if (answer.redirected && !isOfTable(answer.text)) leave(answer.url);
  if (answer.redirected) pushes(ctx, answer.url);
  await loadAll(needed(answer.text));
  return new Response(answer.text, answer);
}

// Of what can't be shown in a part, whoever asked hears "no-answer".
async function fetchPart(address, request) {
  const answer = await companion.ask(address, request).catch(() => ({ status: 0 }));
  companion.heard(answer.status);
  if (answer.status >= 200 && answer.status < 400) return new Response(answer.status === 200 ? answer.text : null, answer);
  throw gone();
}

const age = () => { for (const page of pages.values()) page.isOld = true; };

async function fetchAhead(signal) {
  for (const address of document.body.dataset.ahead?.split(" ") ?? []) {
    if (signal.aborted || document.hidden) return;
    const page = pages.get(address);
    if ((!page || page.isOld) && !(await fetchPage(address, {}).catch(() => null))) return;
  }
}

htmx.registerExtension("pages", {
  htmx_before_request(element, { ctx }) {
    const { method } = ctx.request;
    if (element.id === "stream") return;
    const answer = ctx.target !== document.body ? fetchPart : (method === "GET" ? open : save).bind(null, ctx);
    ctx.fetch = async (address, request) => {
      try {
        return await answer(address, request);
      } catch (error) {
        if (answer === fetchPart) element.dispatchEvent(new Event("no-answer", { bubbles: true }));
        throw error;
      }
    };
  },
  htmx_after_swap(element, { ctx }) {
    if (ctx.target === document.body) {
      // In the frame that shows it: htmx would lay out the page at once, and then once more what scripts have changed.
      const isBack = !ctx.request || ctx.request.headers?.["HX-History-Restore-Request"];
      if (!isBack && !ctx.request.anchor) requestAnimationFrame(() => scrollTo(0, 0));
      companion.turnPage();
      setTimeout(() => {
        const heading = document.querySelector("h1");
        if (document.activeElement === document.body && heading) Object.assign(heading, { tabIndex: -1 }).focus({ preventScroll: true });
      });
    } else if (ctx.target?.matches?.("[data-hx-ptag]")) {
      age();
      document.dispatchEvent(new Event("table-changed"));
    }
  },
});

companion.isKept = (address) => pages.get(address)?.isOld === false;
companion.go = (address) => htmx.ajax("GET", address, { target: document.body, swap: "outerSync", push: "true" });
companion.onPage((signal) => {
  const later = () => setTimeout(fetchAhead, Math.random() * AHEAD, signal);
  later();
  loadAll(document.body.dataset.later?.split(" ") ?? []);
  document.addEventListener("table-changed", later, { signal });
});
