// What is too wide for its place is moved to the side there: a keyboard comes to it as well, whose arrows move it.
const reach = () => {
  for (const part of document.querySelectorAll("table, .sheet-fits")) {
    const moves = getComputedStyle(part).overflowX === "auto" && part.scrollWidth > part.clientWidth;
    if (moves) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  }
};
new ResizeObserver(reach).observe(document.body);
companion.onTable(() => setTimeout(reach));
