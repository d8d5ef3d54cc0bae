// htmx comes once the page has been painted: nobody needs it before there is something to see.
{
  const { htmx: source } = document.currentScript.dataset;
  if (document.querySelector("[data-live], [hx-post]")) {
    addEventListener("load", () => setTimeout(() => {
      const script = document.createElement("script");
      script.src = source;
      document.head.append(script);
    }));
  }
}
