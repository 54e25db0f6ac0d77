import { vi } from 'vitest';

/** The state that all tabs of one origin share, as far as a session needs it. */
export interface FakeBrowser {
  /** The window, which receives events such as `online` and `pageshow`. */
  page: EventTarget;
  document: EventTarget & { hidden: boolean };
  /** The refresh token in the cookie; undefined: none. */
  cookie(): string | undefined;
  /** Everything that was written to storage that scripts can read. */
  stored: unknown[];
}

async function newsArrives(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Makes this process a browser with pages of the given origin. Ends with `vi.unstubAllGlobals()`. */
export function openFakeBrowser(origin: string): FakeBrowser {
  const page = new EventTarget();
  const document = Object.assign(new EventTarget(), { hidden: false });
  const stored: unknown[] = [];
  const network = globalThis.fetch;
  const waiting = new Map<string, Promise<unknown>>();
  let cookie: string | undefined;

  async function fetchWithCookies(url: string, init: RequestInit): Promise<Response> {
    const hasCookies = init.credentials !== 'omit' && url.startsWith(`${origin}/v1/auth`);
    const headers = new Headers(init.headers);
    if (hasCookies && cookie) headers.set('Cookie', `refresh_token=${cookie}`);
    const response = await network(url, { ...init, headers });
    const [, set] = /refresh_token=([^;]*)/.exec(response.headers.get('set-cookie') ?? '') ?? [];
    if (hasCookies && set !== undefined) cookie = set || undefined;
    return response;
  }

  /** One at a time, in the order of requests. A waiting one may be aborted. */
  async function request(
    name: string,
    { signal }: { signal: AbortSignal },
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    // A message arrives before the lock is released, as it mostly does in real browsers.
    const turn = waiting.get(name)?.then(newsArrives) ?? Promise.resolve();
    const givenUp = new Promise<boolean>((resolve) => {
      if (signal.aborted) resolve(true);
      signal.addEventListener('abort', () => resolve(true));
    });
    const mine = Promise.race([turn.then(() => false), givenUp]).then((isLate) => {
      if (isLate) throw new DOMException('', 'AbortError');
      return work();
    });
    waiting.set(
      name,
      mine.then(
        () => undefined,
        () => undefined,
      ),
    );
    return mine;
  }

  const storage = { setItem: (...entry: unknown[]) => stored.push(entry) };
  vi.stubGlobal('location', { origin, href: `${origin}/` });
  vi.stubGlobal('document', document);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('navigator', { locks: { request } });
  vi.stubGlobal('fetch', fetchWithCookies);
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  return { page, document, cookie: () => cookie, stored };
}
