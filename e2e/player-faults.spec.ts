/**
 * The player before a stream that misbehaves on command, in both browsers: what a listener is told
 * (specification §8), and that music which had begun comes back by itself. Listeners of one browser sit
 * side by side; only the sound itself is listened to alone. No browser can be brought to
 * `play_failed`, `unknown` and `source_unsupported` from outside: sdk/src/player/player-errors.test.ts.
 */
import { startFaultyStream, type Behaviour, type Knock } from './fault-server.ts';
import { NO_FIREFOX } from './firefox.ts';
import { expect, test } from './fixtures.ts';
import { SILENCE } from './hearing.ts';
import { BROWSERS, type ListenersBrowser } from './listener.ts';
import { LOSSES, pauseFromOutside } from './player-losses.ts';
import { freePort } from './stationhouse.ts';
import {
  askings,
  expectOneLine,
  sideBySide,
  SOON,
  state,
  tuneIn,
  untilHeard,
  untilSilent,
  untilTold,
  type Code,
  type Tuned,
} from './tuned-in.ts';

/** The element, as far as a customer's script has to know it. */
type Player = HTMLElement & { play(): Promise<void> };

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

const PLAYS_NONETHELESS = [
  { what: 'is Ogg' },
  { what: 'is Ogg called MP3' },
  { what: 'redirects to a good one' },
] as const;

/** When a player asked, by its page's own clock in ms: it is in the address. */
const askedAt = ({ url }: Knock) => Number(new URL(url, 'http://stream').searchParams.get('t'));

const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

for (const { name, isHere, launch } of BROWSERS) {
  test.describe(`in ${name}`, () => {
    test.skip(!isHere, NO_FIREFOX);
    let browser: ListenersBrowser;

    test.beforeAll(async ({ stationhouse }) => {
      browser = await launch(stationhouse.port);
    });
    test.afterAll(() => browser.close());

    test('a stream that never begins is told in its own words, and Retry is the way on', async ({
      stationhouse,
    }) => {
      test.setTimeout(240_000);
      await sideBySide(NEVER_BEGAN, ({ what, code, inFirefox = code }) =>
        tuneIn({ stationhouse, browser }, what, async (tuned) => {
          const { stream, listener } = tuned;
          await listener.press('Play');
          await untilTold(tuned, name === 'Firefox' ? inFirefox : code);
          await expect.poll(() => stream.open(), SOON).toBe(0);
          stream.behaviour = 'plays';
          await listener.press('Retry');
          await untilHeard(tuned);
          expect((await listener.sees()).alert).toBeNull();
          await untilSilent(tuned);
          expectOneLine(tuned);
        }),
      );
    });

    test('a stream that a browser can make sense of plays, whatever it is called', async ({
      stationhouse,
    }) => {
      test.setTimeout(120_000);
      await sideBySide(PLAYS_NONETHELESS, ({ what }) =>
        tuneIn({ stationhouse, browser }, what, async (tuned) => {
          await tuned.listener.press('Play');
          await untilHeard(tuned);
        }),
      );
    });

    test('music that had begun comes back by itself, on one line at a time', async ({
      stationhouse,
    }) => {
      test.setTimeout(300_000);
      await sideBySide(LOSSES, ({ befalls, cause }) =>
        tuneIn({ stationhouse, browser }, 'plays', async (tuned) => {
          const { listener } = tuned;
          await listener.press('Play');
          await untilHeard(tuned);
          const before = await listener.sees();
          await befalls(tuned);
          await untilHeard(tuned, before);
          expect(listener.told.filter(({ type }) => type === 'error')).toEqual([]);
          const causes = listener.told.map(({ detail }) => detail.cause?.code);
          if (cause) expect(causes).toContain(cause);
          await untilSilent(tuned);
          expectOneLine(tuned);
        }),
      );
    });

    test('what has nothing to do with the stream is told as well', async ({ stationhouse }) => {
      const dead = `http://127.0.0.1:${await freePort()}`;
      const cases: { what: Code; player: string }[] = [
        { what: 'station_not_found', player: 'station="nobody"' },
        { what: 'station_load_failed', player: `station="demo" api-base="${dead}"` },
        { what: 'no_slug', player: '' },
      ];
      await sideBySide(cases, ({ what, player }) =>
        tuneIn(
          { stationhouse, browser },
          'plays',
          (tuned) => untilTold(tuned, what),
          () => [player],
        ),
      );
    });

    test('who else meddles with the element while it begins is told of, and Retry mends it', async ({
      stationhouse,
    }) => {
      await tuneIn({ stationhouse, browser }, 'never answers', async (tuned) => {
        const { stream, listener } = tuned;
        await listener.press('Play');
        await expect.poll(() => stream.knocks.length, SOON).toBe(1);
        await listener.does(() => window.__heardFrom.at(-1)?.load(), null);
        await untilTold(tuned, 'aborted');
        stream.behaviour = 'plays';
        await listener.press('Retry');
        await untilHeard(tuned);
      });
    });

    test('a player that may not start by itself says so, and Enable audio is the way on', async ({
      stationhouse,
    }) => {
      await tuneIn(
        { stationhouse, browser },
        'plays',
        async (tuned) => {
          const { listener } = tuned;
          // Looking into the page before it has asked would count as a press.
          await expect.poll(() => listener.told.map(({ type }) => type), SOON).toContain('error');
          await untilTold(tuned, 'autoplay_blocked');
          expect(tuned.stream.open()).toBe(0);
          await listener.press('Enable audio');
          await untilHeard(tuned);
          await untilSilent(tuned);
        },
        (slug) => [`station="${slug}" autoplay`],
      );
    });

    test('music paused from outside for long lets go of its line, and Play is live again', async ({
      stationhouse,
    }) => {
      await tuneIn({ stationhouse, browser }, 'plays', async (tuned) => {
        const { stream, listener } = tuned;
        await listener.press('Play');
        await untilHeard(tuned);
        const before = await listener.sees();
        await listener.does(pauseFromOutside, null);
        await listener.does(() => window.__time.pace(60), null);
        await expect.poll(() => stream.open(), SOON).toBe(0);
        await listener.does(() => window.__time.pace(1), null);
        await listener.press('Play');
        await untilHeard(tuned);
        expect((await listener.sees()).line).not.toBe(before.line);
        expectOneLine(tuned);
      });
    });

    test('a stream lost for good is asked for less and less, then told, and Retry mends it', async ({
      stationhouse,
    }) => {
      test.setTimeout(240_000);
      await tuneIn({ stationhouse, browser }, 'plays', async (tuned) => {
        const { stream, listener } = tuned;
        await listener.press('Play');
        await untilHeard(tuned);
        stream.behaviour = 'is unavailable';
        stream.end();
        await expect.poll(state(tuned), SOON).toBe('reconnecting');
        await listener.does(() => window.__time.pace(480), null);
        await expect
          .poll(() => listener.told.some(({ type }) => type === 'error'), { timeout: 180_000 })
          .toBe(true);
        await listener.does(() => window.__time.pace(1), null);
        await untilTold(tuned, 'unavailable');

        const times = askings(stream).slice(1).map(askedAt);
        const waits = times.slice(1).map((at, index) => at - (times[index] ?? 0));
        expect(mean(waits.slice(-100))).toBeGreaterThan(20_000);
        expect(
          new Set(waits.slice(-100).map((wait) => Math.round(wait / 100))).size,
        ).toBeGreaterThan(10);

        stream.behaviour = 'plays';
        await listener.press('Retry');
        await untilHeard(tuned);
      });
    });

    test('twenty players that lose one server at once come back one after the other', async ({
      stationhouse,
    }) => {
      test.setTimeout(180_000);
      // A browser opens six lines from one page to one host.
      const pages = 4;
      const players = 5;
      const tunedIn: Tuned[] = [];
      const playing = async () => {
        const counts = tunedIn.map(({ listener }) =>
          listener.does(() => document.querySelectorAll('[state=playing]').length, null),
        );
        return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
      };
      const stream = await startFaultyStream();
      const slug = `crowd-in-${name.toLowerCase()}`;
      await stationhouse.addStation({ slug, name: 'Crowd', streamUrl: stream.url });
      try {
        for (let page = 0; page < pages; page++) {
          const listener = await browser.opens(
            ...Array.from({ length: players }, () => `station="${slug}" exclusive="false"`),
          );
          tunedIn.push({ stream, listener });
          await listener.press('Play');
          await listener.does(() => {
            for (const player of document.querySelectorAll<Player>('station-player')) {
              void player.play();
            }
          }, null);
        }
        await expect.poll(playing, SOON).toBe(pages * players);

        const before = askings(stream).length;
        stream.behaviour = 'is unavailable';
        stream.end();
        await expect
          .poll(() => askings(stream).length - before, SOON)
          .toBeGreaterThanOrEqual(pages * players);
        const knocks = askings(stream)
          .slice(before, before + pages * players)
          .map(({ at }) => at);
        const near = knocks.map((at) => knocks.filter((other) => Math.abs(other - at) < 50).length);
        expect(Math.max(...near)).toBeLessThan(players * 2);

        stream.behaviour = 'plays';
        await expect.poll(playing, SOON).toBe(pages * players);
      } finally {
        for (const { listener } of tunedIn) await listener.leaves();
        await stream.stop();
      }
    });

    test('after a crash of its server the music is heard again, and silence in between', async ({
      stationhouse,
    }) => {
      test.setTimeout(120_000);
      const { soundCard } = browser;
      test.skip(soundCard === null, 'PulseAudio is not installed here: nobody can listen in');
      const loudness = async () => (await soundCard?.loudness()) ?? 0;
      await expect.poll(loudness, SOON).toBeLessThan(SILENCE);
      await tuneIn({ stationhouse, browser }, 'plays', async (tuned) => {
        const { stream, listener } = tuned;
        await listener.press('Play');
        await expect.poll(loudness, SOON).toBeGreaterThan(SILENCE);
        await stream.goAway();
        await expect.poll(state(tuned), SOON).toBe('reconnecting');
        await expect.poll(loudness, SOON).toBeLessThan(SILENCE);
        await stream.comeBack();
        await expect.poll(loudness, SOON).toBeGreaterThan(SILENCE);
        await untilSilent(tuned);
        await expect.poll(loudness, SOON).toBeLessThan(SILENCE);
      });
    });
  });
}
