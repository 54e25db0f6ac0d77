import { startFaultyStream, type Behaviour, type FaultyStream } from './fault-server.ts';
import { expect, test } from './fixtures.ts';
import type { Listener, ListenersBrowser, Seen } from './listener.ts';
import type { Stationhouse } from './stationhouse.ts';

/** Parallel listeners, most of whom wait: two cores can decode this many without a gap. */
const AT_ONCE = 12;

/** A busy machine may take this long for anything, in ms. */
export const SOON = { timeout: 40_000 };

/** The specification's sentence for each fault (§8). */
const SENTENCES = {
  autoplay_blocked: 'Click to enable audio - browser blocked autoplay',
  format_unsupported: 'Audio format not supported',
  aborted: 'Stream loading was aborted',
  network: 'Network error loading stream',
  decode: 'Stream format error',
  unavailable: 'Stream unavailable',
  station_not_found: 'The requested radio station could not be found or is not active.',
  station_load_failed: 'Failed to load station',
  no_slug: 'No station slug provided',
};

export type Code = keyof typeof SENTENCES;

/** A station, its stream, and a listener who plays it. */
export interface ListeningSession {
  stream: FaultyStream;
  listener: Listener;
}

let stations = 0;

interface SessionOptions {
  stationhouse: Stationhouse;
  browser: ListenersBrowser;
  /** How the stream answers at first. Default: it plays. */
  behaviour?: Behaviour;
  /** The element's attributes. Default: only the station. */
  player?: (slug: string) => string;
}

/** Puts a station on air, opens it for a new listener, and cleans up afterwards. */
export async function startSession(
  {
    stationhouse,
    browser,
    behaviour = 'plays',
    player = (slug) => `station="${slug}"`,
  }: SessionOptions,
  listen: (session: ListeningSession) => Promise<void>,
): Promise<void> {
  const stream = await startFaultyStream(behaviour);
  try {
    const slug = `faulty-${++stations}`;
    await stationhouse.addStation({ slug, name: 'Faulty', streamUrl: stream.url });
    const listener = await browser.opens(player(slug));
    try {
      await listen({ stream, listener });
    } finally {
      await listener.leaves();
    }
  } finally {
    await stream.stop();
  }
}

/** Runs cases in parallel, and fails with the name of each that failed. */
export async function sideBySide<Case extends { what: string }>(
  cases: readonly Case[],
  run: (one: Case) => Promise<void>,
): Promise<void> {
  const failures: string[] = [];
  const queue = [...cases];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { what } = next;
      await test
        .step(what, () => run(next))
        .catch((reason: unknown) => failures.push(`${what}: ${String(reason)}`));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(failures.join('\n\n')).toBe('');
}

export const state =
  ({ listener }: ListeningSession) =>
  async () =>
    (await listener.sees()).state;

/** The most that a browser buffers of a lost connection, in seconds. */
const STORE_SECONDS = 8;

/**
 * Waits for sound that advances.
 * @param before the state before the connection was lost: a browser may resume the same connection
 * automatically, and must then play more than its buffer
 */
export async function untilHeard({ listener }: ListeningSession, before?: Seen): Promise<void> {
  await expect
    .poll(async () => {
      const seen = await listener.sees();
      const already =
        before?.connection === seen.connection ? before.currentTime + STORE_SECONDS : 0;
      const isHeard = seen.state === 'playing' && seen.currentTime > already + 1;
      return isHeard ? 'heard' : seen;
    }, SOON)
    .toBe('heard');
}

/** Presses Play, and waits for sound. */
export async function startListening(session: ListeningSession): Promise<void> {
  await session.listener.press('Play');
  await untilHeard(session);
}

/** Waits for the fault: its sentence in the live region, the event on the page, Play disabled. */
export async function untilTold({ listener }: ListeningSession, code: Code): Promise<void> {
  const message = SENTENCES[code];
  await expect
    .poll(
      () => listener.told.filter(({ type }) => type === 'error').map(({ detail }) => detail),
      SOON,
    )
    .toEqual([{ code, message }]);
  await expect.poll(async () => (await listener.sees()).alert, SOON).toContain(message);
  expect((await listener.sees()).buttons).not.toContain('Play');
}

/** Pausing closes the connection at once, and so does waiting for a new one. */
export async function untilSilent(session: ListeningSession): Promise<void> {
  await session.listener.press('Pause');
  await expect.poll(state(session), SOON).toBe('paused');
  await expect.poll(() => session.stream.open(), SOON).toBe(0);
}

/**
 * A browser may close a connection a moment after it opened the next; two streams are never loaded.
 */
export function expectOneLine({ stream }: ListeningSession): void {
  expect(stream.longestOverlap()).toBeLessThan(2_000);
}

/** The player's own requests, without the browser's. */
export const playerRequests = (stream: FaultyStream) =>
  stream.requests.filter(({ isResumption, url }) => url.startsWith('/live') && !isResumption);

/** Waits until a listener without a stream has sent this many requests. */
export async function untilRequested(stream: FaultyStream, times: number): Promise<void> {
  await expect
    .poll(() => playerRequests(stream).length - 1, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(times);
}
