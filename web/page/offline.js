// @ts-check
/** The service worker of the page: it keeps the files of one version, and serves them without asking the network. */

// `web/build.sh` puts the names of all files here, and a checksum of their contents.
const FILES = '{files}'.split(' ');
const VERSION = '{version}';

/** Milliseconds in which a server answers, if there is one. */
const PATIENCE = 3000;

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
/** The start of the names of the caches of this page. Other pages of the same host have other ones. */
const OURS = `cubepdb ${worker.registration.scope} `;
const CACHE = OURS + VERSION;

/**
 * The address that a file is kept by. Hosts that answer `index.html` lead to the directory.
 * @param {string} name
 */
const place = (name) => new URL(name === 'index.html' ? './' : name, worker.registration.scope);

worker.addEventListener('install', (event) => {
  const requests = FILES.map((name) => new Request(place(name), { cache: 'reload' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(removeOthers().then(() => worker.clients.claim()));
});

async function removeOthers() {
  const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

worker.addEventListener('message', (event) => {
  if (event.data === 'replace') event.waitUntil(worker.skipWaiting());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const { pathname: root } = new URL(worker.registration.scope);
  if (request.method !== 'GET' || origin !== worker.location.origin || !pathname.startsWith(root)) return;
  const name = pathname.slice(root.length) || 'index.html';
  // A network that does not answer is none.
  if (name === 'v1/info') event.respondWith(fetch(request, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => Response.json({})));
  else if (FILES.includes(name)) event.respondWith(answer(request, name));
});

/**
 * @param {Request} request
 * @param {string} name
 */
async function answer(request, name) {
  const { waiting } = worker.registration;
  // A new version takes over when the page is opened, but under no page that is open: its files belong together.
  if (request.mode === 'navigate' && waiting && (await worker.clients.matchAll()).length < 2) {
    waiting.postMessage('replace');
    // An empty page that is loaded again at once, and asks for no icon.
    return new Response('<link rel="icon" href="data:,">', { headers: { 'Content-Type': 'text/html', Refresh: '0' } });
  }
  const kept = await (await caches.open(CACHE)).match(place(name));
  return kept ?? fetch(request);
}
