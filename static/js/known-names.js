// Names that sat at a table on this phone are offered while typing.
{
  const offer = () => {
    let names = [];
    try { names = JSON.parse(localStorage.getItem("names")) ?? []; } catch { /* none */ }
    document.querySelector("#known-names").replaceChildren(...names.map((name) => new Option("", name)));
  };
  offer();
  document.addEventListener("htmx:after:swap", offer);
}
