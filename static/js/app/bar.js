// What is scrolled to ends between the bars at the top and at the bottom, however high they are. Where they would leave
// no room, they scroll along. Keys leave it to one row of a list, which scrolls by itself (whole-rows.js).
const root = document.documentElement;
const bars = [["--head", ".contents, .durak-head, .sheet-player"], ["--bar", ".thumb, .thumb .verdict-place"]];
const notice = document.querySelector("#outbox");
const measure = () => {
  root.classList.remove("loose");
  root.classList.toggle("entry-root", document.body.matches(".entry-page"));
  // What a verdict takes changes with its words, and must not turn the page over.
  const verdict = document.querySelector(".verdict-place")?.offsetHeight ?? 0;
  let room = root.clientHeight + verdict;
  for (const [name, selector] of bars) {
    const heights = [...document.querySelectorAll(selector)].map((part) => {
      const { position, overflowY } = getComputedStyle(part);
      // A pad at the side covers nothing, and is scrolled by itself.
      return overflowY === "auto" || !["sticky", "fixed"].includes(position) ? 0 : part.offsetHeight;
    });
    const height = Math.max(0, ...heights);
    root.style.setProperty(name, `${height}px`);
    room -= height;
  }
  const dock = document.querySelector(".pad-dock");
  if (dock) root.style.setProperty("--below-verdict", `${dock.getBoundingClientRect().bottom - dock.querySelector(".verdict-place").getBoundingClientRect().bottom}px`);
  root.style.setProperty("--notice", `${notice.offsetHeight}px`);
  const line = parseFloat(getComputedStyle(root).fontSize);
  const rows = document.querySelector(".rows");
  const least = rows ? rows.closest("form").offsetTop + rows.firstElementChild.offsetHeight + verdict + 16 : 15 * line;
  root.classList.toggle("loose", room < least || root.clientHeight < 18 * line);
  if (!root.classList.contains("loose")) return;
  for (const [name] of bars) root.style.setProperty(name, "0px");
};
addEventListener("resize", measure);
companion.onPage((signal) => {
  measure();
  const measured = new ResizeObserver(measure);
  for (const part of document.querySelectorAll(["body", "#outbox", ...bars.map(([, selector]) => selector)])) measured.observe(part);
  signal.addEventListener("abort", () => measured.disconnect());
});
