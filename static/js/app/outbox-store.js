// What waits on this phone. No save waits for a storage: this one has written, or throws, at once.
const PREFIX = "outbox ";
const read = (name) => JSON.parse(localStorage.getItem(name));
const keep = (item) => localStorage.setItem(PREFIX + item.key, JSON.stringify(item));
const keepIfRoom = (item) => { try { keep(item); } catch { /* full */ } };
const forget = ({ key }) => { try { localStorage.removeItem(PREFIX + key); } catch { /* blocked: nothing is kept */ } };
const find = ({ key }) => read(PREFIX + key);
const waiting = () => {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX)).map(read).sort((one, other) => one.at - other.at);
  } catch { return []; } // blocked
};
companion.outbox = { keep, keepIfRoom, forget, find, waiting };
