// What is scrolled to ends between the bars at the top and at the bottom, however high they are. Where they would leave
// no room, they scroll along. Keys leave it to one row of a list, which scrolls by itself (whole-rows.js).
const root = document.documentElement;
const bars = [["--head", ".contents, .durak-head, .sheet-player"], ["--bar", ".thumb, .thumb .verdict-place"]];
const notice = document.querySelector("#outbox");
const heightOf = (selector) => Math.max(0, ...[...document.querySelectorAll(selector)].map((part) => {
  const { position, overflowY } = getComputedStyle(part);
  // A pad at the side covers nothing, and is scrolled by itself.
  return overflowY === "auto" || !["sticky", "fixed"].includes(position) ? 0 : part.offsetHeight;
}));
// All is read before anything is written: each change of the root is one of all that is in it.
const measure = () => {
  root.classList.remove("loose");
  const found = Object.fromEntries(bars.map(([name, selector]) => [name, heightOf(selector)]));
  // What a verdict takes changes with its words, and must not turn the page over.
  const verdict = document.querySelector(".verdict-place")?.offsetHeight ?? 0;
  const room = root.clientHeight + verdict - found["--head"] - found["--bar"];
  const dock = document.querySelector(".pad-dock");
  if (dock) found["--below-verdict"] = dock.getBoundingClientRect().bottom - dock.querySelector(".verdict-place").getBoundingClientRect().bottom;
  found["--notice"] = notice.offsetHeight;
  const line = parseFloat(getComputedStyle(root).fontSize);
  const rows = document.querySelector(".rows");
  const least = rows ? rows.closest("form").offsetTop + rows.firstElementChild.offsetHeight + verdict + 16 : 15 * line;
  if (room < least || root.clientHeight < 18 * line) {
    root.classList.add("loose");
    for (const [name] of bars) found[name] = 0;
  }
  for (const [name, value] of Object.entries(found)) {
    if (root.style.getPropertyValue(name) !== `${value}px`) root.style.setProperty(name, `${value}px`);
  }
};
addEventListener("resize", measure);
// It is called for the first time before anything is painted.
companion.onPage((signal) => {
  root.classList.toggle("entry-root", document.body.matches(".entry-page"));
  const measured = new ResizeObserver(measure);
  for (const part of document.querySelectorAll(["body", "#outbox", ...bars.map(([, selector]) => selector)])) measured.observe(part);
  signal.addEventListener("abort", () => measured.disconnect());
});
