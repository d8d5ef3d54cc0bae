// What nobody needs before there is something to see comes once the page's scripts have run: htmx, and the styles and scripts
// of what the page may turn into.
const { htmx, styles, scripts } = document.querySelector("link[data-htmx]").dataset;
const add = (tag, properties) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.addEventListener("error", () => { element.remove(); setTimeout(add, 3000, tag, properties); });
  document.head.append(element);
};
const wanted = document.querySelector("[data-live], [data-hx-get], [data-hx-post]");
document.addEventListener("ready", () => {
  if (wanted) add("script", { src: htmx });
  if (scripts) add("script", { src: scripts });
  if (styles) add("link", { rel: "stylesheet", href: styles });
});
