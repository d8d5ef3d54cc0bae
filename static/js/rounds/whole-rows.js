// Where the keys leave no room for all rows, the list ends at a whole one, and is moved by whole rows.
const list = document.querySelector(".pad-dock") && document.querySelector(".rows");
if (!list) return;
const fit = () => {
  list.style.gridAutoRows = list.style.maxBlockSize = "";
  if (document.documentElement.classList.contains("loose")) return;
  const { top, left, right } = list.getBoundingClientRect();
  const below = [...document.querySelectorAll(".pad-dock, .verdict-place")].map((part) => part.getBoundingClientRect());
  const room = Math.min(...below.filter((part) => part.left < right && part.right > left).map((part) => part.top)) - 8 - top - scrollY;
  if (list.scrollHeight > room) {
    const { height } = list.firstElementChild.getBoundingClientRect();
    list.style.gridAutoRows = `${height}px`;
    list.style.maxBlockSize = `${Math.max(1, Math.floor(room / height)) * height}px`;
  }
  list.querySelector(".active")?.scrollIntoView({ block: "nearest" });
};
addEventListener("resize", fit, { signal });
new ResizeObserver(fit).observe(document.querySelector(".pad-dock"));
