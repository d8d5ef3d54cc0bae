// A question that is not asked by what was said before it, steps back (see the verdict, which knows).
document.addEventListener("htmx:after:swap", ({ target }) => {
  const marker = target.querySelector?.("[data-idle]");
  if (!marker) return;
  const idle = marker.dataset.idle.split(" ");
  for (const part of document.querySelectorAll("[data-keys-of]")) {
    part.classList.toggle("idle", part.dataset.keysOf.split(" ").every((key) => idle.includes(key)));
  }
}, { signal });
