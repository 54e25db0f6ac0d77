/** The used part of a service worker's scope, which TypeScript's DOM library lacks. */
interface WorkerScope {
  registration: {
    scope: string;
    unregister(): Promise<boolean>;
    navigationPreload?: { enable(): Promise<void> };
  };
  caches: CacheStorage;
  clients: { claim(): Promise<void> };
  fetch: typeof fetch;
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install' | 'activate', hear: (event: Lasting) => void): void;
  addEventListener(name: 'fetch', hear: (event: Fetching) => void): void;
}

interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Lasting {
  request: Pick<Request, 'url' | 'method' | 'mode' | 'destination'>;
  preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

/**
 * The service worker of one station's page. Without a network it shows the station's offline screen. Pages
 * always come from the network, so none is stale. It does not touch anything else: sound, the API, other
 * stations and the portal. The function's source is a script of its own (render.tsx), so it must not use
 * anything from outside.
 */
export function stationWorker(worker: WorkerScope): void {
  const { scope } = worker.registration;
  const base = new URL(scope).pathname.replace(/\/$/, '');
  /** A scope is a prefix, so it also matches other pages: `/demo` matches `/demo-2`. */
  const pages = [base || '/', `${base}/`, `${base}/tv`, `${base}/tv-static`, `${base}/play`];
  const cacheName = `offline ${scope}`;
  const dayInMs = 24 * 60 * 60 * 1000;

  /** Address of the offline screen, in the language of a page's address. */
  function screenFor(url: string): string {
    const lang = new URL(url).searchParams.get('lang');
    const query = lang === null ? '' : `?lang=${encodeURIComponent(lang)}`;
    return `${base}/offline.html${query}`;
  }

  async function keepScreen(url: string): Promise<void> {
    const cache = await worker.caches.open(cacheName);
    const address = screenFor(url);
    const kept = await cache.match(address);
    const age = Date.now() - Date.parse(kept?.headers.get('date') ?? '');
    if (age < dayInMs) return;
    const fresh = await worker.fetch(address, { cache: 'no-cache' });
    if (fresh.ok) await cache.put(address, fresh);
  }

  async function offline(url: string): Promise<Response> {
    const cache = await worker.caches.open(cacheName);
    const screen = (await cache.match(screenFor(url))) ?? (await cache.match(screenFor(scope)));
    return screen ?? Response.error();
  }

  /** A station that is gone needs no offline screen. If it returns, its page registers the worker again. */
  async function leave(): Promise<void> {
    await worker.registration.unregister();
    await worker.caches.delete(cacheName);
  }

  async function answer(event: Fetching): Promise<Response> {
    const { url } = event.request;
    let page: Response;
    try {
      // A navigation request; at runtime a `Request`.
      page = (await event.preloadResponse) ?? (await worker.fetch(event.request as Request));
    } catch {
      return offline(url);
    }
    const isGone = page.status === 404 || page.status === 410;
    // Errors are ignored here: the next visit tries again.
    event.waitUntil((isGone ? leave() : keepScreen(url)).catch(() => undefined));
    return page;
  }

  worker.addEventListener('install', (event) => {
    event.waitUntil(Promise.all([keepScreen(scope), worker.skipWaiting()]));
  });
  worker.addEventListener('activate', (event) => {
    const preload = worker.registration.navigationPreload?.enable();
    event.waitUntil(Promise.all([preload, worker.clients.claim()]));
  });
  worker.addEventListener('fetch', (event) => {
    const { url, method, mode, destination } = event.request;
    const isPage = method === 'GET' && mode === 'navigate' && destination === 'document';
    const { origin, pathname, searchParams } = new URL(url);
    // A page with another station in its query belongs to that station.
    const isOwn = pages.includes(pathname) && !searchParams.has('station');
    if (!isPage || origin !== new URL(scope).origin || !isOwn) return;
    event.respondWith(answer(event));
  });
}
