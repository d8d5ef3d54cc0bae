// A hand is quicker than its eyes. What a pad can't know is noted in the form, and asked before the round is saved.
let last = null;
let at = 0;
const gaps = [];

// Whether a thumb has hit a key twice: the same key within so many milliseconds, far quicker than this hand is else.
companion.bounced = (key, milliseconds) => {
  const now = performance.now();
  const gap = now - at;
  const same = key === last;
  companion.again = false;
  [last, at] = [key, now];
  if (!same) {
    gaps.unshift(Math.min(gap, 700));
    gaps.splice(9);
    return false;
  }
  const pace = [...gaps].sort((one, other) => one - other)[gaps.length >> 1];
  // "Is it in?", a little later: no bounce, but quicker than this hand goes on to somebody else.
  companion.again = gap < 700 && gap < pace * 0.8;
  return gap < milliseconds && gap < Math.min(pace, 500) / 2;
};
// Nobody means to take back at once what was just said; a digit or a card may well be meant twice.
companion.tooSoon = 300;
companion.quick = 120;
const signs = (form) => form.elements.habits.value.split(" ").filter(Boolean);
companion.note = (form, sign) => { form.elements.habits.value = [...new Set([...signs(form), sign])].join(" "); };
companion.unnote = (form, past) => { form.elements.habits.value = signs(form).filter((sign) => !past.test(sign)).join(" "); };
