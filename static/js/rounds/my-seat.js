// "I am Rachel": this phone remembers whose hand it lays at a table.
const show = () => {
  for (const link of document.querySelectorAll("[data-my-hand]")) {
    const seat = recall(link.dataset.table);
    if (seat) link.href = `${link.dataset.myHand}/hands/${seat}`;
    link.querySelector(".my-hand-in").hidden = !link.dataset.in.split(" ").includes(String(seat));
  }
};
const recall = (table) => {
  try { return Number(localStorage.getItem(`seat ${table}`)); } catch { return 0; }
};
const form = document.querySelector("[data-me]");
if (form) {
  try { localStorage.setItem(`seat ${form.dataset.table}`, form.dataset.me); } catch { /* asked again next time */ }
}
show();
document.addEventListener("table-changed", show);
