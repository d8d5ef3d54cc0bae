// The picture of a sheet goes out as a PNG, which every chat shows: by the phone's share sheet where there is
// one that takes files, else into the downloads. Without this script the link opens the drawing itself.
const named = (name, blob) => new File(blob ? [blob] : [], name, { type: "image/png" });
const shares = (file) => Boolean(navigator.canShare?.({ files: [file] }));

async function painted(link) {
  const drawing = new Image();
  drawing.src = link.href;
  await drawing.decode();
  const canvas = document.createElement("canvas");
  canvas.width = drawing.naturalWidth;
  canvas.height = drawing.naturalHeight;
  canvas.getContext("2d").drawImage(drawing, 0, 0);
  const blob = await new Promise((done) => { canvas.toBlob(done, "image/png"); });
  if (!blob) throw new Error("too large to paint");
  return named(link.dataset.picture, blob);
}

function save(file) {
  const download = document.createElement("a");
  download.href = URL.createObjectURL(file);
  download.download = file.name;
  download.click();
  setTimeout(() => URL.revokeObjectURL(download.href), 60_000);
}

async function send(link) {
  const file = await painted(link);
  if (!shares(file)) return save(file);
  return navigator.share({ files: [file] }).catch((error) => (error.name === "AbortError" ? null : save(file)));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-picture]");
  if (!link) return;
  event.preventDefault();
  send(link).catch(() => { location.assign(link.href); });
});

const name = () => {
  for (const link of document.querySelectorAll("[data-picture]")) {
    link.textContent = shares(named(link.dataset.picture)) ? link.dataset.sharing : link.dataset.saving;
  }
};
name();
document.addEventListener("table-changed", name);
