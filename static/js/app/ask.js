// Ask the server, in the language of this page: what is put into it later is in the same. With patience for so many
// milliseconds; AbortSignal.timeout is not known everywhere yet.
const page = { "Page-Language": document.documentElement.lang };
companion.ask = (address, { patience = 8000, headers, ...options } = {}) => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), patience);
  return fetch(address, { cache: "no-store", ...options, headers: { ...page, ...headers }, signal: controller.signal });
};
document.addEventListener("htmx:config:request", ({ detail }) => Object.assign(detail.ctx.request.headers, page));
