// The stream of a table's events says when there is something to ask for (live.js). It is tried only now and then where it
// does not come through, or breaks before its first sign of life again and again.
const SILENCE = 4000; // milliseconds: a proxy holds it back
const LIFE = 40000; // the sign of life comes every 25 s
const FALLS = 4;
const PAUSE = 3 * 60 * 1000;
let source = null;
let timer = 0;
let falls = 0;
let pausedUntil = 0;

// Open it where it is not: ``heard`` is called at each message, ``lost`` when it has broken.
function open(address, heard, lost) {
  if (source || !window.EventSource || Date.now() < pausedUntil) return;
  const opened = new EventSource(address);
  const listen = (milliseconds) => {
    clearTimeout(timer);
    timer = setTimeout(end, milliseconds, { type: "silence" });
  };
  const end = ({ type }) => {
    const refused = opened.readyState === EventSource.CLOSED || (type === "silence" && !events.live);
    const times = refused ? FALLS : falls + 1;
    close();
    falls = times % FALLS;
    if (times === FALLS) pausedUntil = Date.now() + PAUSE;
    lost(type, falls);
  };
  source = opened;
  opened.addEventListener("message", () => {
    events.live = true;
    listen(LIFE);
    heard();
  });
  opened.addEventListener("alive", () => {
    falls = 0;
    listen(LIFE);
  });
  for (const type of ["error", "again", "ended"]) opened.addEventListener(type, end);
  listen(SILENCE);
}

// Close it, and forget how it was.
function close() {
  clearTimeout(timer);
  source?.close();
  source = null;
  events.live = false;
  falls = 0;
  pausedUntil = 0;
}

const events = { live: false, open, close };
companion.events = events;
