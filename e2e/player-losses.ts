import { setTimeout as after } from 'node:timers/promises';
import type { Behaviour, FaultyStream } from './fault-server.ts';
import { expect } from './fixtures.ts';
import { SOON, state, untilKnocked, type Tuned } from './tuned-in.ts';

export interface Loss {
  what: string;
  /** What the page is told of why the player reconnects, where all browsers find the same. */
  cause?: string;
  befalls: (tuned: Tuned) => Promise<void> | void;
}

/** What befalls music that plays, until the server, or the device, is well again. */
export const LOSSES: readonly Loss[] = [
  { what: 'a clean end', cause: 'stream_error', befalls: ({ stream }) => stream.end() },
  { what: 'an abrupt loss', befalls: ({ stream }) => stream.drop() },
  {
    what: 'a stall with the line open',
    cause: 'network',
    befalls: ({ stream }) => stream.stall(),
  },
  { what: 'a second without the server', befalls: ({ stream }) => awayFor(stream, 1) },
  { what: 'a minute without the server', befalls: ({ stream }) => awayFor(stream, 60) },
  {
    what: 'a restart behind a proxy that has a page for it',
    befalls: ({ stream }) => refusesAs(stream, 'is a page'),
  },
  {
    what: 'a server that takes nobody for a while',
    befalls: ({ stream }) => refusesAs(stream, 'is unavailable'),
  },
  {
    what: 'a line that brings less than it plays',
    async befalls({ stream }) {
      stream.behaviour = 'trickles';
      stream.drop();
      await untilKnocked(stream, 1);
      stream.behaviour = 'plays';
      await untilKnocked(stream, 2);
    },
  },
  {
    what: 'an hour without a network',
    async befalls(tuned) {
      const { stream, listener } = tuned;
      await listener.setOffline(true);
      stream.drop();
      await expect.poll(state(tuned), SOON).toBe('reconnecting');
      await listener.does(() => window.__time.pace(240), null);
      await after(15_000);
      await listener.does(() => window.__time.pace(1), null);
      expect(await state(tuned)()).toBe('reconnecting');
      await listener.setOffline(false);
    },
  },
  {
    what: 'an hour of sleep on a system whose page clock stands still',
    async befalls({ stream, listener }) {
      await listener.does(() => window.__time.sleep(3_600_000, 0), null);
      // It played on, an hour behind.
      await untilKnocked(stream, 1);
    },
  },
  {
    what: 'an hour of sleep in which the line was lost',
    async befalls({ stream, listener }) {
      stream.drop();
      await listener.does(() => window.__time.sleep(3_600_000, 3_600_000), null);
    },
  },
  {
    what: 'a call, for which the system pauses the music and goes on with it',
    async befalls(tuned) {
      await tuned.listener.does(pauseFromOutside, null);
      await expect.poll(state(tuned), SOON).toBe('paused');
      await tuned.listener.does(playFromOutside, null);
      await untilKnocked(tuned.stream, 1);
    },
  },
  {
    what: 'a loss while nobody sees the tab',
    async befalls({ stream, listener }) {
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

/** What other programs and the system do to a page's sound. */
export const pauseFromOutside = () => window.__audios.at(-1)?.pause();
export const playFromOutside = () => void window.__audios.at(-1)?.play();

/** What plays breaks off, and the next tries are answered in this way. */
async function refusesAs(stream: FaultyStream, behaviour: Behaviour): Promise<void> {
  stream.behaviour = behaviour;
  stream.drop();
  await untilKnocked(stream, 3);
  stream.behaviour = 'plays';
}

async function awayFor(stream: FaultyStream, seconds: number): Promise<void> {
  await stream.goAway();
  await after(seconds * 1000);
  await stream.comeBack();
}
