// Times as this phone's clock has them, in the page's language as this phone writes it. Some browsers name languages that
// their own clock doesn't know.
const { lang } = document.documentElement;
const isKnown = (locale) => { try { return Intl.getCanonicalLocales(locale); } catch { return false; } };
companion.locale = [...navigator.languages, lang].find((one) => one.startsWith(lang) && isKnown(one));
companion.onTable(() => {
  for (const time of document.querySelectorAll("time[data-local]")) {
    const style = { dateStyle: "medium", ...(time.dataset.local === "day" ? {} : { timeStyle: "short" }) };
    time.textContent = new Date(time.dateTime).toLocaleString(companion.locale, style);
  }
});
// Whether another language was chosen since: the browser's own memory may show a page as it was.
companion.outdated = () => lang !== (document.cookie.match(/(?:^|; )language=(\w+)/)?.[1] ?? lang);
