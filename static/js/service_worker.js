// Service worker: the offline page replaces pages that cannot be loaded, and files with a hash in their name are
// loaded once. It sees no written line and stores no page with names.
const CACHE = "scorekeeper %RELEASE%";
const OFFLINE_PAGE = "%SHELL%";
const CACHED = "%KEPT%".split(" ");
const HASHED = /^\/(static\/.*\.[0-9a-f]{12}\.|points\/)/;
const TIMEOUT = 8000;
// statuses that mostly come from a proxy while the server is down
const SERVER_DOWN = [502, 503, 504];

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(CACHED.map((address) => new Request(address, { credentials: "omit" })));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("scorekeeper ") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(pageOrOffline(request));
  else if (HASHED.test(address.pathname)) event.respondWith(cachedFile(request));
});

async function pageOrOffline(request) {
  const loading = fetch(request);
  const late = new Promise((_, bad) => { setTimeout(bad, TIMEOUT); });
  try {
    const answer = await Promise.race([loading, late]);
    if (!SERVER_DOWN.includes(answer.status)) return answer;
  } catch {
    // no signal
  }
  return (await caches.match(OFFLINE_PAGE).catch(() => {})) ?? loading;
}

async function cachedFile(request) {
  let cache;
  try {
    cache = await caches.open(CACHE);
    const known = await cache.match(request);
    if (known) return known;
  } catch {
    // the cache cannot be read; the network still can
  }
  const answer = await fetch(request);
  if (answer.ok) await cache?.put(request, answer.clone()).catch(() => {});
  return answer;
}
