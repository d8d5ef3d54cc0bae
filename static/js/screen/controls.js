// The controls of a big screen show while somebody moves a mouse, taps or presses a key.
const A_MOMENT = 4000; // milliseconds
if (!document.querySelector(".screen-page")) return;
let resting;
const stir = () => {
  document.body.classList.add("stirred");
  clearTimeout(resting);
  resting = setTimeout(() => { document.body.classList.remove("stirred"); }, A_MOMENT);
};
for (const moved of ["pointermove", "pointerdown", "keydown"]) document.addEventListener(moved, stir, { signal });
