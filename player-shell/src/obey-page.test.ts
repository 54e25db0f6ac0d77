// Both ends of the protocol: the SDK's `controlFrame` in a page, and the player in its frame.
import type { Player, PlayerSnapshot } from '@stationhouse/sdk/shell';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { controlFrame, type FramePlayer } from '../../sdk/src/control-frame.ts';
import { snapshotWith, STATION, TRACKS } from '../../sdk/test/fake-player.ts';
import { obeyPage } from './obey-page.ts';

const SHOP = 'https://shop.example';
const RADIO = 'https://radio.example.com';

/** Posted by the frame, with the origin that may read it. */
let posted: [message: unknown, to: string][];
let players: FramePlayer[];
let closing: AbortController;
let snapshot: PlayerSnapshot;
let asked: string[];
let changed: () => void;

/** The windows of the page and of the frame, in one window: each end filters by the source. */
let page: { postMessage: (message: unknown, to: string) => void };
let frameWindow: { postMessage: (message: unknown, to: string) => void };
/** The origin that the browser would name as the sender of the page's messages. */
let pageOrigin: string;

const deliver = (init: { data: unknown; origin: string; source: unknown }) =>
  dispatchEvent(Object.assign(new Event('message'), init));

beforeEach(() => {
  vi.useFakeTimers();
  posted = [];
  players = [];
  asked = [];
  snapshot = snapshotWith();
  pageOrigin = SHOP;
  page = {
    postMessage(data, to) {
      posted.push([data, to]);
      if (to === pageOrigin) deliver({ data, origin: RADIO, source: frameWindow });
    },
  };
  frameWindow = {
    postMessage(data, to) {
      if (to === '*' || to === RADIO) deliver({ data, origin: pageOrigin, source: page });
    },
  };
  vi.stubGlobal('parent', page);
  // A frame listens for as long as its page is open.
  closing = new AbortController();
  const { signal } = closing;
  const listen = window.addEventListener.bind(window);
  vi.spyOn(window, 'addEventListener').mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject) =>
      listen(type, listener, { signal }),
  );
});
afterEach(() => {
  closing.abort();
  for (const player of players) player.destroy();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function become(changes: Partial<PlayerSnapshot>): void {
  snapshot = { ...snapshot, ...changes };
  changed();
}

/** The player in the frame. */
const player: Player = {
  play: async () => become({ state: 'playing' }),
  pause: () => become({ state: 'paused' }),
  stop: () => become({ state: 'stopped' }),
  retry: async () => void asked.push('retry'),
  get muted() {
    return snapshot.muted;
  },
  set muted(muted) {
    become({ muted });
  },
  get volume() {
    return snapshot.volume;
  },
  set volume(volume) {
    become({ volume });
  },
  snapshot: () => snapshot,
  subscribe(listener) {
    changed = listener;
    return () => undefined;
  },
  destroy: () => undefined,
};

function steer(query: string): FramePlayer {
  const src = `${RADIO}/demo?embed=true`;
  const frame = Object.assign(document.createElement('iframe'), { src });
  Object.defineProperty(frame, 'contentWindow', { value: frameWindow });
  obeyPage(player, query);
  const steered = controlFrame(frame);
  players.push(steered);
  return steered;
}

describe('a page whose origin the frame allows', () => {
  test('plays, pauses, stops, mutes and sets the volume, and learns of each change', async () => {
    const steered = steer(`?embed=true&origin=${SHOP}`);
    const seen: (string | undefined)[] = [];
    const leave = steered.subscribe(() => seen.push(steered.snapshot()?.state));
    await steered.ready;
    await steered.play();
    expect(steered.snapshot()).toEqual({
      state: 'playing',
      muted: false,
      volume: 1,
      error: null,
      station: { name: 'Demo Radio', logo: STATION.station_logo_url, url: STATION.station_url },
      tracks: TRACKS,
    });
    await steered.setVolume(0.25);
    await steered.setMuted(true);
    expect(steered.snapshot()).toMatchObject({ muted: true, volume: 0.25 });
    await steered.pause();
    expect(steered.snapshot()?.state).toBe('paused');
    await steered.stop();
    await steered.retry();
    expect(asked).toEqual(['retry']);
    expect(new Set(seen)).toEqual(new Set(['playing', 'paused', 'stopped']));
    leave();
    become({ state: 'playing' });
    expect(seen.at(-1)).toBe('stopped');
    expect(steered.snapshot()?.state).toBe('playing');
    // Nothing that the frame says can be read by another page.
    expect(new Set(posted.map(([, to]) => to))).toEqual(new Set([SHOP]));
  });

  test('can be one of several, and reaches a frame that loads later', async () => {
    pageOrigin = 'https://www.shop.example';
    const { postMessage } = frameWindow;
    frameWindow.postMessage = () => undefined;
    const steered = steer(`origin=${SHOP}&origin=https://www.shop.example/`);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(steered.snapshot()).toBeNull();
    frameWindow.postMessage = postMessage;
    await vi.advanceTimersByTimeAsync(500);
    await steered.ready;
    await steered.play();
    expect(snapshot.state).toBe('playing');
  });

  test.each([
    [{ method: 'explode' }, 'invalid_request'],
    [{ method: 'constructor' }, 'invalid_request'],
    [{ method: 'set_volume', value: 'loud' }, 'invalid_request'],
    [{ method: 'set_muted', value: 1 }, 'invalid_request'],
    [{ method: 'play', value: 1 }, 'invalid_request'],
    [{}, 'invalid_request'],
    [{ stationhouse: 2, method: 'play' }, 'unsupported_version'],
  ])('is told what is wrong with %o', (request, refusal) => {
    obeyPage(player, `origin=${SHOP}`);
    deliver({ data: { stationhouse: 1, id: 7, ...request }, origin: SHOP, source: page });
    expect(posted).toEqual([[{ stationhouse: 1, id: 7, refusal }, SHOP]]);
    expect(snapshot.state).toBe('idle');
  });
});

describe('a page of another origin', () => {
  test.each([
    ['is refused', `origin=${SHOP}`],
    ['is refused by a frame that allows no origin', ''],
    ['is refused for part of an origin', 'origin=https://evil.example.shop.example'],
    ['is refused for a wildcard', 'origin=*'],
    ['is refused for an address that is none', 'origin=evil.example'],
  ])('%s', async (_, query) => {
    pageOrigin = 'https://evil.example';
    const steered = steer(query);
    await expect(steered.ready).rejects.toMatchObject({ code: 'origin_not_allowed' });
    await expect(steered.play()).rejects.toMatchObject({ code: 'origin_not_allowed' });
    frameWindow.postMessage({ stationhouse: 1, id: 1, method: 'play' }, '*');
    expect(snapshot.state).toBe('idle');
    become({ state: 'playing' });
    // The page learns that it is refused, and nothing else.
    expect(steered.snapshot()).toBeNull();
    for (const [message] of posted) expect(Object(message).snapshot).toBeUndefined();
  });

  test('is not heard when it is not the page around the frame', () => {
    obeyPage(player, `origin=${SHOP}`);
    const data = { stationhouse: 1, id: 1, method: 'play' };
    deliver({ data, origin: SHOP, source: { postMessage: vi.fn<() => void>() } });
    deliver({ data, origin: 'null', source: page });
    deliver({ data: 'station-player plays', origin: SHOP, source: page });
    deliver({ data: null, origin: SHOP, source: page });
    expect([snapshot.state, posted]).toEqual(['idle', []]);
  });

  test('cannot answer for the frame', async () => {
    const steered = steer(`origin=${SHOP}`);
    await steered.ready;
    const data = { stationhouse: 1, snapshot: { state: 'error' } };
    deliver({ data, origin: 'https://evil.example', source: frameWindow });
    deliver({ data, origin: RADIO, source: page });
    expect(steered.snapshot()?.state).toBe('idle');
  });
});

test('a page outside a frame is steered by nobody', () => {
  vi.stubGlobal('parent', window);
  obeyPage(player, `origin=${SHOP}`);
  deliver({ data: { stationhouse: 1, id: 1, method: 'play' }, origin: SHOP, source: window });
  expect(snapshot.state).toBe('idle');
});
