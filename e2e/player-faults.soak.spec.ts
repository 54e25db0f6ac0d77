/**
 * The player with a stream that misbehaves on command, in both browsers: which fault a listener
 * reads (specification §8), and that music that had begun resumes automatically. The listeners run
 * in parallel; the loudness is measured with one at a time. No browser can be brought to
 * `play_failed`, `unknown` and `source_unsupported` from outside:
 * sdk/src/player/player-errors.test.ts.
 */
import { setTimeout as after } from 'node:timers/promises';
import { startFaultyStream } from './fault-server.ts';
import { NO_FIREFOX } from './firefox.ts';
import { expect, test } from './fixtures.ts';
import { SILENCE } from './hearing.ts';
import { BROWSERS, type ListenersBrowser } from './listener.ts';
import { pauseFromOutside } from './player-fault-cases.ts';
import { testInBrowsers, FAULT_CASES } from './player-fault-cases.ts';
import { freePort } from './stationhouse.ts';
import {
  playerRequests,
  expectOneLine,
  sideBySide,
  SOON,
  startListening,
  state,
  startSession,
  untilHeard,
  untilSilent,
  untilTold,
  type Code,
  type ListeningSession,
} from './listening-session.ts';

/** The part of the element that a customer's script uses. */
type Player = HTMLElement & { play(): Promise<void> };

declare global {
  interface Window {
    /** Lets the player, whose script has arrived, replace its facade. */
    __come?: () => void;
  }
}

/** Runs in the page: shows a hidden player, and keeps it a facade. */
function showFacade(): void {
  const define = customElements.define.bind(customElements);
  customElements.define = (...given) => {
    window.__come = () => define(...given);
  };
  document.querySelector('station-player')?.removeAttribute('style');
}

const PLAYS_NONETHELESS = [
  { what: 'is Ogg' },
  { what: 'is Ogg called MP3' },
  { what: 'redirects to a good one' },
] as const;

test('after every fault of the stream the listener hears it again or reads the reason', async ({
  stationhouse,
}) => {
  test.setTimeout(1_200_000);
  await testInBrowsers(stationhouse, FAULT_CASES);
});

for (const { name, isHere, launch } of BROWSERS) {
  test.describe(`in ${name}`, () => {
    test.skip(!isHere, NO_FIREFOX);
    let browser: ListenersBrowser;

    test.beforeAll(async ({ stationhouse }) => {
      browser = await launch(stationhouse.port);
    });
    test.afterAll(() => browser.close());

    test('a stream that the browser can decode plays whatever its content type is', async ({
      stationhouse,
    }) => {
      test.setTimeout(120_000);
      await sideBySide(PLAYS_NONETHELESS, ({ what }) =>
        startSession({ stationhouse, browser, behaviour: what }, startListening),
      );
    });

    test('faults outside the stream are shown as well', async ({ stationhouse }) => {
      const dead = `http://127.0.0.1:${await freePort()}`;
      const cases: { what: Code; player: string }[] = [
        { what: 'station_not_found', player: 'station="nobody"' },
        { what: 'station_load_failed', player: `station="demo" api-base="${dead}"` },
        { what: 'no_slug', player: '' },
      ];
      await sideBySide(cases, ({ what, player }) =>
        startSession({ stationhouse, browser, player: () => player }, (session) =>
          untilTold(session, what),
        ),
      );
    });

    test('a station that went off air plays again once it is back', async ({ stationhouse }) => {
      test.setTimeout(180_000);
      let station = '';
      const player = (slug: string) => `station="${(station = slug)}"`;
      await startSession({ stationhouse, browser, player }, async (session) => {
        await startListening(session);
        await stationhouse.setStatus(station, 'inactive');
        await expect.poll(state(session), { timeout: 60_000 }).toBe('stopped');
        await expect.poll(() => session.stream.open(), SOON).toBe(0);
        const before = await session.listener.sees();
        await stationhouse.setStatus(station, 'active');
        await session.listener.does(() => window.__time.pace(30), null);
        await expect.poll(state(session), { timeout: 60_000 }).toBe('playing');
        await session.listener.does(() => window.__time.pace(1), null);
        await untilHeard(session, before);
      });
    });

    test('a page script that interferes with the start causes a fault, and Retry plays', async ({
      stationhouse,
    }) => {
      const behaviour = 'never answers';
      await startSession({ stationhouse, browser, behaviour }, async (session) => {
        const { stream, listener } = session;
        await listener.press('Play');
        await expect.poll(() => stream.requests.length, SOON).toBe(1);
        await listener.does(() => window.__audios.at(-1)?.load(), null);
        await untilTold(session, 'aborted');
        stream.behaviour = 'plays';
        await listener.press('Retry');
        await untilHeard(session);
      });
    });

    test('a player that may not autoplay says so, and Enable audio starts it', async ({
      stationhouse,
    }) => {
      const player = (slug: string) => `station="${slug}" autoplay`;
      await startSession({ stationhouse, browser, player }, async (session) => {
        const { listener } = session;
        // Evaluating a script in the page before the request would count as a press.
        await expect.poll(() => listener.told.map(({ type }) => type), SOON).toContain('error');
        await untilTold(session, 'autoplay_blocked');
        expect(session.stream.open()).toBe(0);
        await listener.press('Enable audio');
        await untilHeard(session);
        await untilSilent(session);
      });
    });

    test('a press that spans the arrival of the player is not lost', async ({ stationhouse }) => {
      const player = (slug: string) => `station="${slug}" style="display: none"`;
      await startSession({ stationhouse, browser, player }, async (session) => {
        const { listener } = session;
        await listener.does(showFacade, null);
        await listener.pressWhile('Play', async () => {
          await expect.poll(() => listener.does(() => !!window.__come, null), SOON).toBe(true);
          await listener.does(() => window.__come?.(), null);
          await after(150);
        });
        await untilHeard(session);
      });
    });

    test('a long pause from outside closes the connection, and Play is live again', async ({
      stationhouse,
    }) => {
      await startSession({ stationhouse, browser }, async (session) => {
        const { stream, listener } = session;
        await startListening(session);
        const before = await listener.sees();
        await listener.does(pauseFromOutside, null);
        await listener.does(() => window.__time.pace(60), null);
        await expect.poll(() => stream.open(), SOON).toBe(0);
        await listener.does(() => window.__time.pace(1), null);
        await startListening(session);
        expect((await listener.sees()).connection).not.toBe(before.connection);
        expectOneLine(session);
      });
    });

    test('twenty players that lose a server together reconnect one after the other', async ({
      stationhouse,
    }) => {
      test.setTimeout(180_000);
      // A browser opens six connections from one page to one host.
      const pages = 4;
      const players = 5;
      const sessions: ListeningSession[] = [];
      const playing = async () => {
        const counts = sessions.map(({ listener }) =>
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
          sessions.push({ stream, listener });
          await listener.press('Play');
          await listener.does(async () => {
            await customElements.whenDefined('station-player');
            for (const player of document.querySelectorAll<Player>('station-player')) {
              void player.play();
            }
          }, null);
        }
        await expect.poll(playing, SOON).toBe(pages * players);

        const before = playerRequests(stream).length;
        stream.behaviour = 'is unavailable';
        stream.end();
        await expect
          .poll(() => playerRequests(stream).length - before, SOON)
          .toBeGreaterThanOrEqual(pages * players);
        const requests = playerRequests(stream)
          .slice(before, before + pages * players)
          .map(({ at }) => at);
        const near = requests.map(
          (at) => requests.filter((other) => Math.abs(other - at) < 50).length,
        );
        expect(Math.max(...near)).toBeLessThan(players * 2);

        stream.behaviour = 'plays';
        await expect.poll(playing, SOON).toBe(pages * players);
      } finally {
        for (const { listener } of sessions) await listener.leaves();
        await stream.stop();
      }
    });

    test('music plays again after a server crash, with silence in between', async ({
      stationhouse,
    }) => {
      test.setTimeout(120_000);
      const { soundCard } = browser;
      test.skip(
        soundCard === null,
        'PulseAudio is not installed here, so the sound cannot be recorded',
      );
      const loudness = async () => (await soundCard?.loudness()) ?? 0;
      await expect.poll(loudness, SOON).toBeLessThan(SILENCE);
      await startSession({ stationhouse, browser }, async (session) => {
        const { stream, listener } = session;
        await listener.press('Play');
        await expect.poll(loudness, SOON).toBeGreaterThan(SILENCE);
        await stream.goAway();
        await expect.poll(state(session), SOON).toBe('reconnecting');
        await expect.poll(loudness, SOON).toBeLessThan(SILENCE);
        await stream.comeBack();
        await expect.poll(loudness, SOON).toBeGreaterThan(SILENCE);
        await untilSilent(session);
        await expect.poll(loudness, SOON).toBeLessThan(SILENCE);
      });
    });
  });
}
