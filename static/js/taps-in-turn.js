// Quick taps on the referee's board: each is sent once the one before it has been answered, with the board as
// that one left it, so none is lost. And the address says what the board shows: a reload keeps it.
{
  const form = document.querySelector("#asked");
  const board = () => new URLSearchParams(new FormData(form));

  document.addEventListener("htmx:before:request", ({ detail: { ctx: { request } } }) => {
    const asked = new URL(request.action, document.baseURI);
    const taps = asked.searchParams.getAll("tap");
    asked.search = board();
    for (const tap of taps) asked.searchParams.append("tap", tap);
    request.action = asked.pathname + asked.search;
  });
  document.addEventListener("htmx:after:swap", () => {
    history.replaceState(history.state, "", `${location.pathname}?${board()}`);
  });
  for (const failure of ["htmx:error", "htmx:response:error"]) {
    document.addEventListener(failure, () => { document.querySelector("#said").textContent = form.dataset.offline; });
  }
}
