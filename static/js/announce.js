// A screen reader says a status only when it changes: put the news of a new version in once more.
{
  const news = document.querySelector("#news");
  if (news) {
    const { table, version } = news.dataset;
    let known = null;
    try {
      known = sessionStorage.getItem(table);
      sessionStorage.setItem(table, version);
    } catch { /* private mode: it is said every time */ }
    if (known !== version) {
      const words = [...news.childNodes];
      news.replaceChildren();
      setTimeout(() => news.replaceChildren(...words), 200);
    }
  }
}
