// What is kept as JSON: on this phone for good, or in this tab until it is closed. Where a browser blocks that, or there is
// no room, nothing is: ``write`` says whether it was.
const store = (storage) => ({
  read(name) {
    try { return JSON.parse(window[storage].getItem(name)); } catch { return null; }
  },
  write(name, value) {
    try { window[storage].setItem(name, JSON.stringify(value)); } catch { return false; }
    return true;
  },
  forget(name) {
    try { window[storage].removeItem(name); } catch { /* nothing is kept */ }
  },
  take(name) {
    const value = this.read(name);
    this.forget(name);
    return value;
  },
  names(prefix) {
    try { return Object.keys(window[storage]).filter((name) => name.startsWith(prefix)); } catch { return []; }
  },
});
companion.phone = store("localStorage");
companion.tab = store("sessionStorage");
// 128 random bits, as the server makes them.
companion.newKey = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))).replace(/[+/=]/g, (sign) => ({ "+": "-", "/": "_" })[sign] ?? "");
