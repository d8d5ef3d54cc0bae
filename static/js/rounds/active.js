// Whose row the keys of a pad type into: of ``places``, clockwise, the active one. It moves by "Next player", a swipe on the pad, a tap
// on a row or the focus alone, and nothing is said of a player by passing by. A row may have several places (``rowOf``, ``fieldOf``).
const SWIPE = 40; // pixels
companion.pad = ({ pad, places, rowOf, fieldOf, isSaid, choose, draw = () => {}, isBelow = false }) => {
  const form = pad.closest("form");
  const nextKey = form.querySelector(".next-player");
  const touch = matchMedia("(pointer: coarse)").matches;
  const isLoose = () => document.documentElement.classList.contains("loose");
  const following = () => places[(places.indexOf(keys.active) + 1) % places.length];
  let isRefused = false; // a save was tapped, and somebody lacked

  const keys = {
    active: null,
    isChanged: form.matches("[data-typed], [data-restored], [data-editing]"),
    draw() {
      const active = keys.active && rowOf(keys.active);
      const next = active && rowOf(following());
      for (const row of places.map(rowOf)) {
        row.classList.toggle("active", row === active);
        row.classList.toggle("next", row === next && row !== active);
        row.classList.toggle("is-missing", isRefused && !places.every((place) => rowOf(place) !== row || isSaid(place)));
        if (row === active) row.setAttribute("aria-current", "true");
        else row.removeAttribute("aria-current");
      }
      form.dataset.lacking = places.every(isSaid) ? "" : "y";
      nextKey?.setAttribute("aria-label", active ? nextKey.dataset.next.replace("@", () => next.dataset.name) : nextKey.textContent);
      draw();
    },
    changed() {
      keys.isChanged = true;
      keys.draw();
      form.dispatchEvent(new Event("hands-changed", { bubbles: true }));
    },
    // A pad that stands below other questions comes into view once one of its places is ``meant``.
    choose(place, meant = true) {
      keys.active = place;
      choose();
      if (!place) return;
      if (isBelow && meant) pad.scrollIntoView({ block: "nearest" });
      else if (!isLoose()) [following(), place].forEach((each) => rowOf(each).scrollIntoView({ block: "nearest" }));
      if (!touch && document.activeElement !== fieldOf(place)) fieldOf(place).focus();
    },
  };

  for (const place of places) {
    fieldOf(place).addEventListener("focus", () => { if (place !== keys.active) keys.choose(place); });
    // Where the pad scrolls along with the rows, it stays where it is as it goes on, and a tap on a row leads to it.
    rowOf(place).addEventListener("click", ({ target }) => {
      if (target.closest(".hand-box")) return;
      if (keys.active && rowOf(following()) === rowOf(place) && fieldOf(following()) !== target) goOn();
      else if (!keys.active || rowOf(keys.active) !== rowOf(place)) keys.choose(places.find((one) => fieldOf(one) === target) ?? place);
      if (touch && isLoose()) pad.scrollIntoView();
    });
    // All keys are there: the keyboard may go. Where there is a real one, it types into the fields.
    if (touch) fieldOf(place).inputMode = "none";
  }
  for (const grid of touch ? [] : [pad, ...pad.querySelectorAll("[data-keys]")].filter((part) => part.matches("[data-keys]"))) {
    grid.removeAttribute("data-keys");
    for (const key of grid.querySelectorAll("button")) key.tabIndex = -1;
  }
  function goOn() {
    if (keys.active && !isSaid(keys.active)) companion.passOver(rowOf(keys.active), nextKey);
    keys.choose(following());
  }
  nextKey?.addEventListener("click", goOn);
  let touched = null;
  pad.addEventListener("touchstart", ({ touches: [one, another], target }) => { touched = another || target.closest(".chips") ? null : one; }, { passive: true });
  pad.addEventListener("touchend", ({ changedTouches: [{ clientX, clientY }] }) => {
    if (nextKey && touched && touched.clientX - clientX > Math.max(SWIPE, 2 * Math.abs(clientY - touched.clientY))) goOn();
  });
  form.addEventListener("save-lacks", () => {
    isRefused = true;
    keys.draw();
    form.querySelector(".is-missing")?.scrollIntoView({ block: "nearest" });
  });
  // What was typed before htmx listened has not been judged yet.
  form.querySelector("#verdict").addEventListener("htmx:after:init", () => { if (keys.isChanged) keys.changed(); }, { once: true });
  return keys;
};
