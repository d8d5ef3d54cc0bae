// A ruling leaves a big screen by itself.
const A_WHILE = 60000; // milliseconds
let seen = null;
companion.onTable(() => {
  const ruled = document.querySelector(".screen-page .ruled");
  if (!ruled || ruled.id === seen) return;
  seen = ruled.id;
  setTimeout(() => { ruled.open = false; }, A_WHILE);
});
