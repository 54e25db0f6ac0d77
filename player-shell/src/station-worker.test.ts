import { expect, test, vi } from 'vitest';
import { stationWorker } from './station-worker.ts';

const ORIGIN = 'https://radio.example';
const SCREEN = '<h1>You are offline</h1>';

interface Asked {
  url: string;
  method: string;
  mode: RequestMode;
  destination: RequestDestination;
}

/** A browser with one worker, whose network the test controls. */
function browserWith(scope: string) {
  const hearers = new Map<string, (event: never) => void>();
  const kept = new Map<string, Response>();
  const asked: string[] = [];
  const deleted: string[] = [];
  const network = vi.fn<(url: string) => Promise<Response>>(async (url) => {
    if (new URL(url, ORIGIN).pathname.endsWith('/offline.html')) {
      return new Response(SCREEN + new URL(url, ORIGIN).search, {
        headers: { date: new Date().toUTCString() },
      });
    }
    return new Response('the page');
  });
  const unregister = vi.fn<() => Promise<boolean>>(async () => true);
  const cache = {
    match: async (key: string) => kept.get(key)?.clone(),
    put: async (key: string, response: Response) => void kept.set(key, response),
  };
  stationWorker({
    registration: { scope: ORIGIN + scope, unregister },
    // The part of a browser's caches that the worker uses.
    caches: {
      open: async () => cache,
      delete: async (name: string) => deleted.push(name),
    } as unknown as CacheStorage,
    clients: { claim: async () => undefined },
    fetch: async (request) => {
      const url = request instanceof Request ? request.url : String(Object(request).url ?? request);
      asked.push(url);
      return await network(url);
    },
    skipWaiting: async () => undefined,
    addEventListener: (name: string, hear: (event: never) => void) => void hearers.set(name, hear),
  });

  /** Fires an event and waits for the worker's work. */
  async function fire(name: string, event: object = {}): Promise<void> {
    const works: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>) => void works.push(work);
    hearers.get(name)?.({ ...event, waitUntil } as never);
    await Promise.all(works);
  }

  /** @returns the worker's answer, or null when it leaves the request to the browser */
  async function ask(path: string, given: Partial<Asked> = {}): Promise<Response | null> {
    let answer: Promise<Response> | null = null;
    const request = { url: new URL(path, ORIGIN).href, method: 'GET', mode: 'navigate' };
    const works: Promise<unknown>[] = [];
    hearers.get('fetch')?.({
      request: { ...request, destination: 'document', ...given },
      waitUntil: (work: Promise<unknown>) => void works.push(work),
      respondWith: (given: Promise<Response>) => (answer = given),
    } as never);
    const response = await (answer as Promise<Response> | null);
    await Promise.all(works);
    return response;
  }

  const cutNetwork = () => network.mockRejectedValue(new TypeError('Failed to fetch'));
  return { fire, ask, asked, kept, deleted, network, unregister, cutNetwork };
}

async function installedAt(scope: string) {
  const browser = browserWith(scope);
  await browser.fire('install');
  await browser.fire('activate');
  return browser;
}

test.each([
  ['/demo', ['/demo', '/demo/', '/demo/tv', '/demo/tv-static', '/demo?theme=dark']],
  ['/radio/demo', ['/radio/demo', '/radio/demo/tv']],
  ['/', ['/', '/tv', '/?lang=de']],
])('the worker of %s shows the offline screen instead of its own pages', async (scope, own) => {
  const { ask, cutNetwork } = await installedAt(scope);
  cutNetwork();
  for (const path of own) expect(await (await ask(path))?.text()).toBe(SCREEN);
});

test.each([
  ['/demo', '/demo-2'],
  ['/demo', '/demo-2/tv'],
  ['/demo', '/demo/more'],
  ['/demo', '/demo/icon-192.png'],
  ['/log', '/login'],
  ['/', '/v1/stations/demo'],
  ['/', '/members'],
  ['/', '/login'],
  ['/', '/stream/demo'],
  ['/', '/?station=gone'],
  ['/demo', 'https://elsewhere.example/demo'],
])('the worker of %s leaves %s alone', async (scope, path) => {
  const { ask } = await installedAt(scope);
  expect(await ask(path)).toBeNull();
});

test.each([
  ['what a page loads', { mode: 'cors', destination: '' }],
  ['frames of other sites', { destination: 'iframe' }],
  ['what is sent', { method: 'POST' }],
] as const)('the worker leaves %s alone', async (_what, given) => {
  const { ask } = await installedAt('/demo');
  expect(await ask('/demo', given)).toBeNull();
});

test('pages always come from the network: only the offline screen is stored', async () => {
  const { ask, kept, network } = await installedAt('/demo');
  network.mockImplementation(async () => new Response('a newer page'));
  expect(await (await ask('/demo'))?.text()).toBe('a newer page');
  expect([...kept.keys()]).toEqual(['/demo/offline.html']);
});

test('an error page of the server is shown unchanged', async () => {
  const { ask, network } = await installedAt('/demo');
  network.mockResolvedValue(new Response('Failed to load station', { status: 503 }));
  expect((await ask('/demo'))?.status).toBe(503);
});

test('the offline screen is in the language of the page', async () => {
  const { ask, cutNetwork } = await installedAt('/demo');
  await ask('/demo?lang=de');
  cutNetwork();
  expect(await (await ask('/demo?lang=de'))?.text()).toBe(`${SCREEN}?lang=de`);
  expect(await (await ask('/demo?lang=fr'))?.text()).toBe(SCREEN);
});

test('the offline screen is fetched again after a day, and no sooner', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { ask, asked } = await installedAt('/demo');
  await ask('/demo');
  const screens = () => asked.filter((url) => url.endsWith('offline.html'));
  expect(screens()).toHaveLength(1);
  vi.setSystemTime(Date.now() + 25 * 60 * 60 * 1000);
  await ask('/demo');
  expect(screens()).toHaveLength(2);
  vi.useRealTimers();
});

test.each([404, 410])('the worker of a station that is gone (%i) unregisters', async (status) => {
  const { ask, network, unregister, deleted } = await installedAt('/demo');
  network.mockResolvedValue(new Response('', { status }));
  await ask('/demo');
  expect(unregister).toHaveBeenCalledOnce();
  expect(deleted).toEqual([`offline ${ORIGIN}/demo`]);
});

test('a failure to store the offline screen does not affect the page', async () => {
  const { ask, network, kept } = await installedAt('/demo');
  kept.clear();
  network.mockImplementation(async (url) => {
    if (url.includes('offline.html')) throw new TypeError('Failed to fetch');
    return new Response('the page');
  });
  expect(await (await ask('/demo'))?.text()).toBe('the page');
});
