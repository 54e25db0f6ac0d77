/** What a stream can do to one who listens to it, and what must come of it (specification §8). */
import type { Behaviour, Knock } from './fault-server.ts';
import { expect } from './fixtures.ts';
import { BROWSERS } from './listener.ts';
import { LOSSES, type Loss } from './player-losses.ts';
import type { Stationhouse } from './stationhouse.ts';
import {
  askings,
  expectOneLine,
  sideBySide,
  SOON,
  startListening,
  state,
  tuneIn,
  untilHeard,
  untilSilent,
  untilTold,
  type Code,
  type Tuned,
} from './tuned-in.ts';

export interface Ordeal {
  what: string;
  /** How the stream answers at first. */
  behaviour: Behaviour;
  endure: (tuned: Tuned, browser: string) => Promise<void>;
}

/** What a listener is told of a stream that never began. Firefox finds some faults later in the file. */
const NEVER_BEGAN: { what: Behaviour; code: Code; inFirefox?: Code }[] = [
  { what: 'never answers', code: 'network' },
  { what: 'sends half a header', code: 'network' },
  { what: 'sends headers and no sound', code: 'network' },
  { what: 'ends at once', code: 'format_unsupported', inFirefox: 'network' },
  { what: 'is not found', code: 'format_unsupported' },
  { what: 'is gone', code: 'format_unsupported' },
  { what: 'has failed', code: 'format_unsupported' },
  { what: 'is unavailable', code: 'format_unsupported' },
  { what: 'is a page', code: 'format_unsupported' },
  { what: 'is a page called audio', code: 'format_unsupported' },
  { what: 'is noise', code: 'format_unsupported' },
  { what: 'is broken AAC', code: 'format_unsupported', inFirefox: 'decode' },
  { what: 'is broken AAC called MP3', code: 'format_unsupported', inFirefox: 'decode' },
  { what: 'is broken Ogg', code: 'format_unsupported' },
  { what: 'redirects for ever', code: 'format_unsupported' },
];

/**
 * How often a browser asks a stream that never begins, at most. Firefox asks an empty one by itself,
 * which the player ends (audio-engine.ts): without that it is 2,000 times in 15 s.
 */
const MOST_ASKINGS = 400;

/** It is told in its own words, and Retry is the way on. */
async function neverBegins(tuned: Tuned, code: Code): Promise<void> {
  const { stream, listener } = tuned;
  await listener.press('Play');
  await untilTold(tuned, code);
  await expect.poll(() => stream.open(), SOON).toBe(0);
  expect(stream.knocks.length).toBeLessThan(MOST_ASKINGS);
  stream.behaviour = 'plays';
  await listener.press('Retry');
  await untilHeard(tuned);
  expect((await listener.sees()).alert).toBeNull();
  await untilSilent(tuned);
  expectOneLine(tuned);
}

/** Music that had begun comes back by itself, on one line at a time. */
async function comesBack(tuned: Tuned, { befalls, cause }: Loss): Promise<void> {
  const { listener } = tuned;
  await startListening(tuned);
  const before = await listener.sees();
  await befalls(tuned);
  await untilHeard(tuned, before);
  expect(listener.told.filter(({ type }) => type === 'error')).toEqual([]);
  const causes = listener.told.map(({ detail }) => detail.cause?.code);
  if (cause) expect(causes).toContain(cause);
  await untilSilent(tuned);
  expectOneLine(tuned);
}

/** When a player asked, by its page's own clock in ms: it is in the address. */
const askedAt = ({ url }: Knock) => Number(new URL(url, 'http://stream').searchParams.get('t'));

const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** Waits between tries have reached their longest by then: half a minute on average. */
const SETTLED_AFTER = 20;
const TRIES = SETTLED_AFTER + 80;

interface Absence {
  /** Whether what is waited for has come. */
  comes: () => boolean;
  /** How much faster the page's clock goes meanwhile. */
  pace: number;
  /** For how long it is waited for, in ms. */
  timeout: number;
}

/** Music that plays loses its stream, which stays away until something has come of it. */
async function isLostUntil(tuned: Tuned, { comes, pace, timeout }: Absence): Promise<void> {
  const { stream, listener } = tuned;
  await startListening(tuned);
  stream.behaviour = 'is unavailable';
  stream.end();
  await expect.poll(state(tuned), SOON).toBe('reconnecting');
  await listener.does((times) => window.__time.pace(times), pace);
  await expect.poll(comes, { timeout }).toBe(true);
  await listener.does(() => window.__time.pace(1), null);
}

/** It is asked for less and less, and heard at once when the network is back. */
async function staysAwayLong(tuned: Tuned): Promise<void> {
  const { stream, listener } = tuned;
  const comes = () => askings(stream).length > TRIES;
  await isLostUntil(tuned, { comes, pace: 240, timeout: 300_000 });

  const times = askings(stream).slice(SETTLED_AFTER, TRIES).map(askedAt);
  const waits = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect(mean(waits)).toBeGreaterThan(20_000);
  expect(new Set(waits.map((wait) => Math.round(wait / 100))).size).toBeGreaterThan(10);

  stream.behaviour = 'plays';
  await listener.does(() => window.dispatchEvent(new Event('online')), null);
  await untilHeard(tuned);
}

/** It is given up in the end and told, and Retry mends it. A browser takes minutes for so many tries. */
async function staysAway(tuned: Tuned): Promise<void> {
  const { stream, listener } = tuned;
  const comes = () => listener.told.some(({ type }) => type === 'error');
  await isLostUntil(tuned, { comes, pace: 480, timeout: 900_000 });
  await untilTold(tuned, 'unavailable');
  stream.behaviour = 'plays';
  await listener.press('Retry');
  await untilHeard(tuned);
}

/** Those that take longest come first. */
export const ORDEALS: readonly Ordeal[] = [
  { what: 'a stream lost for good', behaviour: 'plays', endure: staysAway },
  { what: 'a stream lost for long', behaviour: 'plays', endure: staysAwayLong },
  ...LOSSES.map((loss): Ordeal => ({
    what: loss.what,
    behaviour: 'plays',
    endure: (tuned) => comesBack(tuned, loss),
  })),
  ...NEVER_BEGAN.map(({ what, code, inFirefox = code }): Ordeal => ({
    what: `a stream that ${what}`,
    behaviour: what,
    endure: (tuned, browser) => neverBegins(tuned, browser === 'Firefox' ? inFirefox : code),
  })),
];

/** Runs cases in all browsers of this machine side by side: they mostly wait. */
export async function endureInAllBrowsers(
  stationhouse: Stationhouse,
  ordeals: readonly Ordeal[],
): Promise<void> {
  const browsers = await Promise.all(
    BROWSERS.filter(({ isHere }) => isHere).map(async ({ name, launch }) => ({
      name,
      browser: await launch(stationhouse.port),
    })),
  );
  try {
    await sideBySide(
      ordeals.flatMap((ordeal) =>
        browsers.map((one) => ({ ...one, ...ordeal, what: `${ordeal.what}, in ${one.name}` })),
      ),
      ({ name, browser, behaviour, endure }) =>
        tuneIn({ stationhouse, browser, behaviour }, (tuned) => endure(tuned, name)),
    );
  } finally {
    for (const { browser } of browsers) await browser.close();
  }
}
