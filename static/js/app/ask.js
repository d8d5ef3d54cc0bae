// Ask the companion, in the language of this page: what is put into it later is in the same. With patience for so many
// milliseconds until all of the answer is there. What another has answered, such as a Wi-Fi's login page, is none.
companion.ask = async (address, { patience = 8000, headers, signal, ...options } = {}) => {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, patience);
  // AbortSignal.any and AbortSignal.timeout are not known everywhere; in WebKit the first dies with the garbage.
  signal?.addEventListener("abort", abort);
  try {
    const inThisLanguage = { "Page-Language": document.documentElement.lang, ...headers };
    const answer = await fetch(address, { cache: "no-cache", ...options, headers: inThisLanguage, signal: controller.signal });
    if (!answer.headers.has("Companion")) throw new TypeError("another’s answer");
    const text = await answer.text();
    const { status, redirected, url } = answer;
    return { ok: answer.ok, status, redirected, url, headers: answer.headers, text, json: () => JSON.parse(text) };
  } finally {
    clearTimeout(timer);
  }
};
