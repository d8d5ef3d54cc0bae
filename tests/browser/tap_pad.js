// Taps on the pad of a page, again and again from its beginning, with a clock of its own. What would be sent comes back:
// of each evening the form, whether something was asked on the way, and who was named as missing.
(scripts) => {
  const pristine = document.body.innerHTML;
  let now = 0;
  performance.now = () => now;
  window.companion = {};
  let sent = null;
  addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    const { name, value } = event.submitter;
    const typed = new FormData(event.target);
    if (name) typed.append(name, value);
    sent ??= new URLSearchParams(typed).toString();
  });
  const key = {
    face: (which) => `.face[data-face="${which}"]`,
    digit: (which) => `[data-digit="${which}"]`,
    mode: (which) => `.mode[data-mode="${which}"]`,
    back: () => ".pad > :not([hidden]) > [data-back]",
    hundred: () => "[data-hundred]",
    out: () => ".pad .key-out",
    disc: () => ".pad .key-disc",
    next: () => ".next-player",
    save: () => ".save",
    offered: () => offer() ?? ".save",
  };
  // The server's answer: who alone is missing is out, and that saves.
  const offer = () => {
    const rows = [...document.querySelectorAll(".hand")];
    const out = (row) => row.querySelector(".hand-out input").checked;
    const missing = rows.filter((row) => !row.querySelector(".hand-cards input").value && !out(row));
    if (missing.length !== 1 || rows.some(out)) return null;
    document.querySelector("#verdict").innerHTML = `<button name="seat-${missing[0].dataset.seat}-out" value="y"></button>`;
    return "#verdict button";
  };
  const tap = ([pause, what, which]) => {
    now += pause;
    document.querySelector(key[what](which)).click();
  };
  window.typeRound = (players, taps, hands) => {
    document.body.innerHTML = pristine;
    [...document.querySelectorAll(".hand")].slice(players).forEach((hand) => hand.remove());
    localStorage.clear();
    now += 10000;
    sent = null;
    for (const script of scripts) new Function("companion", `"use strict"; ${script}`)(window.companion);
    taps.forEach(tap);
    const asked = !document.querySelector(".who-out").hidden;
    const missing = [];
    while (!sent && !asked && missing.length < players) {
      const { seat } = document.querySelector(".hand.active").dataset;
      missing.push(Number(seat));
      hands[seat - 1].forEach(([what, which]) => tap([450, what, which]));
      tap([450, "save", ""]);
      if (!document.querySelector(".who-out").hidden) return { sent, asked: true, missing };
    }
    return { sent, asked, missing };
  };
}
