// The screen stays on while a table is open, until somebody switches it off: by the browser's wake lock or, where there is
// none, as over plain HTTP, by a video of nothing that plays behind the page. Which video keeps it on differs: one that covers
// the screen (Chromium), has a track of sound (Firefox), has no ``loop`` and is not muted (Safari, once it was tapped).
// ffmpeg -f lavfi -i color=black:s=176x144:r=1 -f lavfi -i anullsrc=r=8000:cl=mono -t 30 -c:v libx264 -profile:v baseline
//   -level 1.0 -pix_fmt yuv420p -g 100 -bsf:v filter_units=remove_types=6 -c:a aac -b:a 8k -movflags +faststart
//   -map_metadata -1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact static/awake.mp4
const video = document.createElement("video");
const byLock = "wakeLock" in navigator;
if (!(byLock || video.canPlayType("video/mp4"))) return;
const SOON = 10000; // milliseconds: what is seen comes first, and no screen goes dark before
let awake = !companion.phone.read("sleep");
let lock = null;
let src = "";

async function hold() {
  if (!awake) lock?.release();
  else if (src && !document.hidden && (!lock || lock.released)) {
    try { lock = await navigator.wakeLock.request("screen"); } catch { /* battery saver: it sleeps as ever */ }
  }
}

// Played again from its end, and by a tap where it may not begin by itself.
async function play({ type } = {}) {
  if (!src || !awake || document.hidden) {
    video.pause();
    return;
  }
  if (!video.src) {
    Object.assign(video, { src, className: "awake", muted: true, playsInline: true, ariaHidden: "true" });
    document.documentElement.append(video); // where no other page takes its place
  }
  if (type === "touchend" && navigator.audioSession) {
    // Other music goes on: where that can't be said, the screen goes dark rather than the music silent.
    navigator.audioSession.type = "ambient";
    video.muted = false;
  }
  try { if (video.paused) await video.play(); } catch { /* with the next tap */ }
}

const keep = byLock ? hold : play;
companion.onPage(() => {
  const box = document.querySelector("#stay-awake");
  if (!box) return;
  src = box.dataset.video;
  box.hidden = false;
  const toggle = box.querySelector("input");
  toggle.checked = awake;
  toggle.addEventListener("change", () => {
    awake = toggle.checked;
    companion.phone.write("sleep", !awake);
    keep();
  });
  if (byLock) hold();
});
// A phone lets go of it whenever the page is hidden.
document.addEventListener("visibilitychange", keep);
if (!byLock) {
  video.addEventListener("ended", play);
  for (const sign of ["touchend", "click"]) addEventListener(sign, play, { passive: true });
  setTimeout(play, SOON);
}
