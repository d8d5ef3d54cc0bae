// What is scrolled to ends between the bars at the top and at the bottom, however high they are.
const bars = [["--head", "#outbox"], ["--bar", ".thumb"]];
const measured = new ResizeObserver(() => {
  for (const [name, selector] of bars) {
    const bar = document.querySelector(selector);
    const height = bar && getComputedStyle(bar).position === "sticky" ? bar.offsetHeight : 0;
    document.documentElement.style.setProperty(name, `${height}px`);
  }
});
for (const part of document.querySelectorAll("body, #outbox, .thumb")) measured.observe(part);
