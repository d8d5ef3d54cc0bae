companion.say = (words) => { document.querySelector("#announcement").textContent = words; };
// A status that is written again is said again.
companion.write = (element, words) => { if (element.textContent !== words) element.textContent = words; };

// A screen reader says a status when it changes, and not what was there from the start: say the news of a
// version that this phone has not seen yet.
companion.onTable(() => {
  const news = document.querySelector("#news");
  if (!news) return;
  const { table, version } = news.dataset;
  const last = companion.tab.read(table);
  companion.tab.write(table, version);
  if (last !== version) setTimeout(companion.say, 200, news.textContent);
});
