// The picture of a sheet goes out as a PNG, which every chat shows: by the phone's share sheet where there is
// one that takes files, else into the downloads. Without this script the link opens the drawing itself.
const type = "image/png";
const shares = navigator.canShare?.({ files: [new File([], "sheet.png", { type })] });

async function painted(link) {
  const drawing = new Image();
  drawing.src = link.href;
  await drawing.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: drawing.naturalWidth, height: drawing.naturalHeight });
  canvas.getContext("2d").drawImage(drawing, 0, 0);
  const blob = await new Promise((done) => { canvas.toBlob(done, type); });
  if (!blob) throw new Error("too large to paint");
  return new File([blob], link.dataset.picture, { type });
}

function save(file) {
  const download = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  download.click();
  setTimeout(() => URL.revokeObjectURL(download.href), 60_000);
}

async function send(link) {
  const file = await painted(link);
  if (!shares) return save(file);
  return navigator.share({ files: [file] }).catch((error) => (error.name === "AbortError" ? null : save(file)));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-picture]");
  if (!link) return;
  event.preventDefault();
  send(link).catch(() => { location.assign(link.href); });
}, { signal });
