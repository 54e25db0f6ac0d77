/** Faults of a stream, and what a listener must then hear or read (specification §8). */
import { setTimeout as after } from 'node:timers/promises';
import type { Behaviour, FaultyStream, StreamRequest } from './fault-server.ts';
import { expect } from './fixtures.ts';
import { BROWSERS } from './listener.ts';
import type { Stationhouse } from './stationhouse.ts';
import {
  playerRequests,
  expectOneLine,
  sideBySide,
  SOON,
  startListening,
  state,
  startSession,
  untilHeard,
  untilRequested,
  untilSilent,
  untilTold,
  type Code,
  type ListeningSession,
} from './listening-session.ts';

export interface FaultCase {
  what: string;
  /** How the stream answers at first. */
  behaviour: Behaviour;
  run: (session: ListeningSession, browser: string) => Promise<void>;
}

/** The fault shown for a stream that never began. Firefox finds some faults later in the file. */
const NEVER_BEGAN: { what: Behaviour; code: Code; inFirefox?: Code }[] = [
  { what: 'never answers', code: 'network' },
  { what: 'sends half a header', code: 'network' },
  { what: 'sends headers and no sound', code: 'network' },
  { what: 'ends at once', code: 'unavailable', inFirefox: 'network' },
  { what: 'ends after its first bytes', code: 'unavailable', inFirefox: 'network' },
  { what: 'breaks off after its first bytes', code: 'unavailable', inFirefox: 'network' },
  { what: 'is not found', code: 'unavailable' },
  { what: 'is gone', code: 'unavailable' },
  { what: 'has failed', code: 'unavailable' },
  { what: 'is unavailable', code: 'unavailable' },
  { what: 'is a page', code: 'unavailable' },
  { what: 'is a page called audio', code: 'unavailable' },
  { what: 'is noise', code: 'format_unsupported' },
  { what: 'is broken AAC', code: 'format_unsupported', inFirefox: 'decode' },
  { what: 'is broken AAC called MP3', code: 'format_unsupported', inFirefox: 'decode' },
  { what: 'is broken Ogg', code: 'format_unsupported' },
  { what: 'redirects for ever', code: 'unavailable' },
];

/**
 * The most requests of a browser to a stream that never begins. Firefox retries an empty one
 * automatically, 2,000 times in 15 s, until the player stops it (audio-engine.ts).
 */
const MOST_ASKINGS = 400;

/** The fault has its own sentence, and Retry works. */
async function neverBegins(session: ListeningSession, code: Code): Promise<void> {
  const { stream, listener } = session;
  await listener.press('Play');
  await untilTold(session, code);
  await expect.poll(() => stream.open(), SOON).toBe(0);
  expect(stream.requests.length).toBeLessThan(MOST_ASKINGS);
  stream.behaviour = 'plays';
  await listener.press('Retry');
  await untilHeard(session);
  expect((await listener.sees()).alert).toBeNull();
  await untilSilent(session);
  expectOneLine(session);
}

/** Music that had begun resumes automatically, on one connection at a time. */
async function comesBack(session: ListeningSession, { inject, cause }: Loss): Promise<void> {
  const { listener } = session;
  await startListening(session);
  const before = await listener.sees();
  await inject(session);
  await untilHeard(session, before);
  expect(listener.told.filter(({ type }) => type === 'error')).toEqual([]);
  const causes = listener.told.map(({ detail }) => detail.cause?.code);
  if (cause) expect(causes).toContain(cause);
  await untilSilent(session);
  expectOneLine(session);
}

/** When a player sent a request, by its page's own clock in ms: it is in the URL. */
const askedAt = ({ url }: StreamRequest) =>
  Number(new URL(url, 'http://stream').searchParams.get('t'));

const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** By this many tries the delays have reached their longest: half a minute on average. */
const SETTLED_AFTER = 20;
const TRIES = SETTLED_AFTER + 80;

interface Absence {
  /** Whether the awaited state is reached. */
  comes: () => boolean;
  /** How much faster the page's clock runs meanwhile. */
  pace: number;
  /** Time limit, in ms. */
  timeout: number;
}

/** The stream of playing music is lost, and stays away until the awaited state is reached. */
async function isLostUntil(
  session: ListeningSession,
  { comes, pace, timeout }: Absence,
): Promise<void> {
  const { stream, listener } = session;
  await startListening(session);
  stream.behaviour = 'is unavailable';
  stream.end();
  await expect.poll(state(session), SOON).toBe('reconnecting');
  await listener.does((times) => window.__time.pace(times), pace);
  await expect.poll(comes, { timeout }).toBe(true);
  await listener.does(() => window.__time.pace(1), null);
}

/** It is requested less and less often, and heard at once when the network is back. */
async function staysAwayLong(session: ListeningSession): Promise<void> {
  const { stream, listener } = session;
  const comes = () => playerRequests(stream).length > TRIES;
  await isLostUntil(session, { comes, pace: 240, timeout: 300_000 });

  const times = playerRequests(stream).slice(SETTLED_AFTER, TRIES).map(askedAt);
  const waits = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect(mean(waits)).toBeGreaterThan(20_000);
  expect(new Set(waits.map((wait) => Math.round(wait / 100))).size).toBeGreaterThan(10);

  stream.behaviour = 'plays';
  await listener.does(() => window.dispatchEvent(new Event('online')), null);
  await untilHeard(session);
}

/**
 * The player gives up in the end and says so, and Retry works. A browser takes minutes for that
 * many tries.
 */
async function staysAway(session: ListeningSession): Promise<void> {
  const { stream, listener } = session;
  const comes = () => listener.told.some(({ type }) => type === 'error');
  await isLostUntil(session, { comes, pace: 480, timeout: 900_000 });
  await untilTold(session, 'unavailable');
  stream.behaviour = 'plays';
  await listener.press('Retry');
  await untilHeard(session);
}

interface Loss {
  what: string;
  /** The cause of the reconnection as the page receives it, where all browsers agree. */
  cause?: string;
  inject: (session: ListeningSession) => Promise<void> | void;
}

/** Faults of music that plays, until the server or the device works again. */
const LOSSES: readonly Loss[] = [
  { what: 'a clean end', cause: 'stream_error', inject: ({ stream }) => stream.end() },
  { what: 'an abrupt loss', inject: ({ stream }) => stream.drop() },
  {
    what: 'a stall with the connection open',
    cause: 'network',
    inject: ({ stream }) => stream.stall(),
  },
  { what: 'a second without the server', inject: ({ stream }) => awayFor(stream, 1) },
  { what: 'a minute without the server', inject: ({ stream }) => awayFor(stream, 60) },
  {
    what: 'a restart behind a proxy that has a page for it',
    inject: ({ stream }) => refusesAs(stream, 'is a page'),
  },
  {
    what: 'a server that refuses all requests for a while',
    inject: ({ stream }) => refusesAs(stream, 'is unavailable'),
  },
  {
    what: 'a connection slower than the playing rate',
    async inject({ stream }) {
      stream.behaviour = 'trickles';
      stream.drop();
      await untilRequested(stream, 1);
      stream.behaviour = 'plays';
      await untilRequested(stream, 2);
    },
  },
  {
    what: 'an hour without a network',
    async inject(session) {
      const { stream, listener } = session;
      await listener.setOffline(true);
      stream.drop();
      await expect.poll(state(session), SOON).toBe('reconnecting');
      await listener.does(() => window.__time.pace(240), null);
      await after(15_000);
      await listener.does(() => window.__time.pace(1), null);
      expect(await state(session)()).toBe('reconnecting');
      await listener.setOffline(false);
    },
  },
  {
    what: 'an hour of sleep on a system that stops the page clock',
    async inject({ stream, listener }) {
      await listener.does(() => window.__time.sleep(3_600_000, 0), null);
      // It kept playing, an hour behind.
      await untilRequested(stream, 1);
    },
  },
  {
    what: 'an hour of sleep in which the connection was lost',
    async inject({ stream, listener }) {
      stream.drop();
      await listener.does(() => window.__time.sleep(3_600_000, 3_600_000), null);
    },
  },
  {
    what: 'a call, for which the system pauses and resumes the music',
    async inject(session) {
      await session.listener.does(pauseFromOutside, null);
      await expect.poll(state(session), SOON).toBe('paused');
      await session.listener.does(playFromOutside, null);
      await untilRequested(session.stream, 1);
    },
  },
  {
    what: 'a loss while the tab is hidden',
    async inject({ stream, listener }) {
      await listener.does(() => {
        for (const [name, value] of [
          ['hidden', true],
          ['visibilityState', 'hidden'],
        ]) {
          Object.defineProperty(document, String(name), { configurable: true, get: () => value });
        }
        document.dispatchEvent(new Event('visibilitychange'));
        window.__time.throttle(1_000);
      }, null);
      stream.drop();
    },
  },
];

/** Other programs and the system can pause a page's sound this way. */
export const pauseFromOutside = () => window.__audios.at(-1)?.pause();
export const playFromOutside = () => void window.__audios.at(-1)?.play();

/** The stream breaks off, and the next requests are answered this way. */
async function refusesAs(stream: FaultyStream, behaviour: Behaviour): Promise<void> {
  stream.behaviour = behaviour;
  stream.drop();
  await untilRequested(stream, 3);
  stream.behaviour = 'plays';
}

async function awayFor(stream: FaultyStream, seconds: number): Promise<void> {
  await stream.goAway();
  await after(seconds * 1000);
  await stream.comeBack();
}

/** The longest cases come first. */
export const FAULT_CASES: readonly FaultCase[] = [
  { what: 'a stream lost for good', behaviour: 'plays', run: staysAway },
  { what: 'a stream lost for long', behaviour: 'plays', run: staysAwayLong },
  ...LOSSES.map((loss): FaultCase => ({
    what: loss.what,
    behaviour: 'plays',
    run: (session) => comesBack(session, loss),
  })),
  ...NEVER_BEGAN.map(({ what, code, inFirefox = code }): FaultCase => ({
    what: `a stream that ${what}`,
    behaviour: what,
    run: (session, browser) => neverBegins(session, browser === 'Firefox' ? inFirefox : code),
  })),
];

/** Runs cases in parallel in all browsers of this machine: they mostly wait. */
export async function testInBrowsers(
  stationhouse: Stationhouse,
  cases: readonly FaultCase[],
  inBrowsers = BROWSERS,
): Promise<void> {
  const browsers = await Promise.all(
    inBrowsers
      .filter(({ isHere }) => isHere)
      .map(async ({ name, launch }) => ({
        name,
        browser: await launch(stationhouse.port),
      })),
  );
  try {
    await sideBySide(
      cases.flatMap((faultCase) =>
        browsers.map((one) => ({
          ...one,
          ...faultCase,
          what: `${faultCase.what}, in ${one.name}`,
        })),
      ),
      ({ name, browser, behaviour, run }) =>
        startSession({ stationhouse, browser, behaviour }, (session) => run(session, name)),
    );
  } finally {
    for (const { browser } of browsers) await browser.close();
  }
}
