// htmx comes once the page has been painted: nobody needs it before there is something to see.
const { htmx: source } = document.currentScript.dataset;
if (document.querySelector("[data-live], [data-hx-get], [data-hx-post]")) {
  const fetchIt = () => {
    const script = document.createElement("script");
    script.src = source;
    script.addEventListener("error", () => setTimeout(fetchIt, 3000));
    document.head.append(script);
  };
  addEventListener("load", () => setTimeout(fetchIt));
}
