/** As much of a service worker's world as ours uses; TypeScript's DOM library knows none of it. */
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
 * The service worker of one station's page: where the network is away, it shows the station's offline
 * screen in the page's place. Pages come from the network alone, so that none is ever stale; everything
 * else (sound, the API, other stations, the portal) goes past it untouched. It is written into a script
 * of its own as it stands here (render.tsx), so it may use nothing from outside itself.
 */
export function stationWorker(worker: WorkerScope): void {
  const { scope } = worker.registration;
  const base = new URL(scope).pathname.replace(/\/$/, '');
  /** A scope is a prefix, under which other pages lie: `/demo` is one of `/demo-2` too. */
  const pages = [base || '/', `${base}/`, `${base}/tv`, `${base}/tv-static`];
  const cacheName = `offline ${scope}`;
  const dayInMs = 24 * 60 * 60 * 1000;

  /** The offline screen's address, in the language that a page's address names. */
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

  /** A station that is gone needs no offline screen; should it come back, its page registers anew. */
  async function leave(): Promise<void> {
    await worker.registration.unregister();
    await worker.caches.delete(cacheName);
  }

  async function answer(event: Fetching): Promise<Response> {
    const { url } = event.request;
    let page: Response;
    try {
      // What it is asked with stands in the request: a `Request` in truth.
      page = (await event.preloadResponse) ?? (await worker.fetch(event.request as Request));
    } catch {
      return offline(url);
    }
    const isGone = page.status === 404 || page.status === 410;
    // What the errand meets is not the page's business: the next visit sends it again.
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
    // A page that names another station in its query is that one's.
    const isOwn = pages.includes(pathname) && !searchParams.has('station');
    if (!isPage || origin !== new URL(scope).origin || !isOwn) return;
    event.respondWith(answer(event));
  });
}
