"use strict";
// Over HTTPS only: pages come from the server, or as they were last seen when it can't be reached.
const CACHE = "companion-1";
const PATIENCE = 4000; // milliseconds, where there is something to show instead
const MOST = 120; // answers

// The path of a site that the companion is below, and what comes after it.
const root = new URL(self.registration.scope).pathname.slice(0, -1);
const below = (pathname) => (pathname.startsWith(`${root}/`) ? pathname.slice(root.length) : "");
const offline = `${root}/offline`;
let choice = 0; // of a language: what was asked for before the last one comes too late

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(store(offline));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // A part of a video is nothing to keep.
  if (origin !== self.location.origin || request.headers.has("range")) return;
  const path = below(pathname);
  if (request.method === "POST" && path === "/language") {
    const answer = fetch(request);
    event.respondWith(answer.catch(async (error) => (await match(offline)) ?? Promise.reject(error)));
    event.waitUntil(answer.then(renewPages, () => { /* nothing was chosen */ }));
  }
  if (request.method !== "GET") return;
  if (path.startsWith("/static/")) event.respondWith(keptFirst(request));
  else if (request.mode === "navigate") {
    event.respondWith(freshFirst(request).catch(async (error) => (await match(offline)) ?? Promise.reject(error)));
  }
});

self.addEventListener("message", (event) => {
  const stored = (event.data.keep ?? []).map((address) => store(address).catch(() => { /* next time */ }));
  event.waitUntil(Promise.all(stored));
});

// Another language was chosen: the pages that are kept are in the one before.
async function renewPages() {
  choice += 1;
  const kept = (await (await caches.open(CACHE)).keys()).map(({ url }) => url);
  const pages = kept.filter((url) => !below(new URL(url).pathname).startsWith("/static/"));
  for (const page of pages) await store(page).catch(() => { /* when it is opened again */ });
}

// A page, with all that it loads.
async function store(address) {
  const before = choice;
  const response = await fetch(address);
  if (before === choice) await put(address, response.clone());
  if (!response.ok) return;
  const addresses = [...(await response.text()).matchAll(/["'](\/[^"']+)["']/g)].map(([, address]) => address);
  const assets = addresses.filter((address) => below(address).startsWith("/static/"));
  await Promise.all(assets.map(keptFirst));
}

// Of a page there is one, in the language chosen last, whatever a browser says that it accepts.
const match = (request, ignoreSearch = false) => caches.match(request, { ignoreSearch, ignoreVary: true });

async function keptFirst(request) {
  const kept = await match(request);
  if (kept) return kept;
  const response = await fetch(request);
  await put(request, response.clone()).catch(() => { /* no room: shown all the same */ });
  return response;
}

async function freshFirst(request) {
  const kept = await match(request, true);
  const before = choice;
  const fresh = fetch(request).then(async (response) => {
    if (before === choice && keeps(response)) await put(new URL(request.url).pathname, response.clone()).catch(() => { /* no room: shown all the same */ });
    return response;
  });
  if (!kept) return fresh;
  const late = new Promise((resolve) => { setTimeout(resolve, PATIENCE, kept); });
  return Promise.race([fresh.catch(() => kept), late]);
}

// What may be kept says so. A page that is gone, or leads elsewhere by now, is let go.
const keeps = (response) => !response.ok || response.headers.has("Companion-Offline");

async function put(address, response) {
  const cache = await caches.open(CACHE);
  if (!response.ok || response.redirected) {
    if (response.status < 500) await cache.delete(address);
    return;
  }
  await cache.put(address, response);
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST)).map((old) => cache.delete(old)));
}
