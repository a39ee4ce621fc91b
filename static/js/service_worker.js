// Service worker: the offline page replaces pages that cannot be loaded, and files with a hash in their name are
// loaded once. It sees no written line and stores no page with names.
const CACHE = "scorekeeper %RELEASE%";
const SHELL = "%SHELL%";
const KEPT = "%KEPT%".split(" ");
const FOR_EVER = /^\/(static\/.*\.[0-9a-f]{12}\.|points\/)/;
const PATIENCE = 8000;
// statuses that mostly come from a proxy while the server is down
const NOBODY_IN = [502, 503, 504];

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(KEPT.map((address) => new Request(address, { credentials: "omit" })));
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
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (FOR_EVER.test(address.pathname)) event.respondWith(file(request));
});

async function page(request) {
  const asked = fetch(request);
  const late = new Promise((_, bad) => { setTimeout(bad, PATIENCE); });
  try {
    const answer = await Promise.race([asked, late]);
    if (!NOBODY_IN.includes(answer.status)) return answer;
  } catch {
    // no signal
  }
  return (await caches.match(SHELL).catch(() => {})) ?? asked;
}

async function file(request) {
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
