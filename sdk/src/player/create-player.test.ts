import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  API,
  installFakeApi,
  nowPlaying,
  station,
  track,
  type FakeApi,
} from '../../test/fake-api.ts';
import { FakeAudio, installFakeAudio } from '../../test/fake-audio.ts';
import { createPlayer } from './create-player.ts';
import type { Player, PlayerOptions, PlayerSnapshot } from './player.ts';

let api: FakeApi;
let audios: FakeAudio[];
let players: Player[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(Date.parse('2026-11-21T12:00:00.000Z'));
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  // jsdom's own timeout would outlive the test; http.test.ts covers it.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  audios = installFakeAudio();
  api = installFakeApi();
  players = [];
});

afterEach(async () => {
  for (const player of players) player.destroy();
  await seconds(0);
  expect(vi.getTimerCount()).toBe(0);
  expect(api.lines).toBe(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function make(options: Partial<PlayerOptions> = {}): Player {
  const player = createPlayer({ station: 'demo', apiBase: API, ...options });
  players.push(player);
  return player;
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

const audio = (index = 0): FakeAudio => {
  const made = audios[index];
  if (!made) throw new Error('no audio element was made');
  return made;
};

/** A player with a subscriber. */
async function shown(options?: Partial<PlayerOptions>): Promise<Player> {
  const player = make(options);
  player.subscribe(() => undefined);
  await seconds(0.1);
  return player;
}

async function playing(options?: Partial<PlayerOptions>): Promise<Player> {
  const player = await shown(options);
  void player.play();
  audio(audios.length - 1).begin();
  await seconds(0);
  return player;
}

const titles = ({ tracks }: PlayerSnapshot) =>
  tracks && [tracks.previous, tracks.current, tracks.next].map((shown) => shown?.title ?? null);

describe('the station', () => {
  it('is not fetched before the player is subscribed to or played', async () => {
    const player = make();
    await seconds(60);
    expect(api.asked).toEqual([]);
    expect(player.snapshot()).toEqual({
      state: 'idle',
      paused: true,
      muted: false,
      volume: 1,
      error: null,
      cause: null,
      load: 'loading',
      station: null,
      tracks: null,
    });
  });

  it('is loaded with its tracks once there is a subscriber', async () => {
    const player = await shown();
    expect(player.snapshot()).toMatchObject({ load: 'loaded', station, error: null });
    expect(titles(player.snapshot())).toEqual([null, 'Morning Counter', null]);
  });

  it('is not fetched again when the page came with it', async () => {
    const now_playing = nowPlaying(null, track('Window Seat'), null);
    const player = make({ initial: { station, now_playing } });
    expect(player.snapshot()).toMatchObject({ load: 'loaded', station });
    expect(titles(player.snapshot())).toEqual([null, 'Window Seat', null]);
    player.subscribe(() => undefined);
    await seconds(0.1);
    expect(api.asked).toEqual(['/v1/stations/demo/events']);
    expect(titles(player.snapshot())).toEqual([null, 'Morning Counter', null]);
  });

  it('is missing', async () => {
    api.station = null;
    const player = await shown();
    expect(player.snapshot()).toMatchObject({
      load: 'missing',
      station: null,
      state: 'error',
      error: { code: 'station_not_found', message: 'Station not found or not active' },
    });
    api.station = station;
    await seconds(15);
    expect(player.snapshot()).toMatchObject({
      load: 'loaded',
      station,
      state: 'idle',
      error: null,
    });
  });

  it('is fetched about every eight seconds while it is missing', async () => {
    api.station = null;
    await shown();
    const asked = api.asked.length;
    await seconds(600);
    expect(api.asked).toHaveLength(asked + 75);
  });

  it('is not missing because of a proxy’s 404', async () => {
    const player = await playing();
    await seconds(30);
    api.broken = 404;
    api.dropLines();
    await seconds(60);
    expect(player.snapshot()).toMatchObject({ state: 'playing', load: 'loaded', error: null });
    api.broken = null;
    await seconds(30);
    expect(api.lines).toBe(1);
  });

  it('is found by a retry once it is on air, and plays', async () => {
    api.station = null;
    const player = await shown();
    api.station = station;
    void player.retry();
    expect(player.snapshot()).toMatchObject({ load: 'loading', state: 'loading', error: null });
    await seconds(0.1);
    expect(player.snapshot()).toMatchObject({ load: 'loaded', state: 'loading' });
    audio().begin();
    expect(player.snapshot().state).toBe('playing');
  });

  it.each([500, 503, 0])(
    'fails to load (%i), and is loaded automatically later',
    async (status) => {
      api.broken = status;
      const player = await shown();
      const failed = player.snapshot();
      expect(failed).toMatchObject({
        load: 'failed',
        state: 'error',
        error: { code: 'station_load_failed', message: 'Failed to load station' },
      });
      await seconds(60);
      expect(player.snapshot()).toBe(failed);
      // The same error object: it is not reported anew for each try.
      player.muted = true;
      expect(player.snapshot().error).toBe(failed.error);
      api.broken = null;
      await seconds(13);
      expect(player.snapshot()).toMatchObject({ load: 'loaded', state: 'idle', error: null });
    },
  );

  it('is loaded at once when the network is back', async () => {
    api.broken = 0;
    const player = await shown();
    await seconds(60);
    api.broken = null;
    window.dispatchEvent(new Event('online'));
    await seconds(0.1);
    expect(player.snapshot().load).toBe('loaded');
  });

  it('is loaded automatically even when there is no event stream', async () => {
    api.broken = 500;
    const player = await shown();
    api.broken = null;
    vi.stubGlobal('fetch', withoutEvents(api));
    await seconds(20);
    expect(player.snapshot()).toMatchObject({ load: 'loaded', state: 'idle', error: null });
  });

  it('is fetched again by a retry, which then plays', async () => {
    api.broken = 500;
    const player = await shown();
    void player.retry();
    await seconds(0.1);
    expect(player.snapshot()).toMatchObject({ load: 'failed', state: 'error' });
    api.broken = null;
    void player.retry();
    await seconds(0.1);
    expect(audio().connectedTo).toMatch(`${API}/stream/demo?from=`);
  });

  it.each(['', undefined])('has no slug (%j)', async (slug) => {
    // As an untyped page may call it.
    const player = make({ station: slug as string });
    player.subscribe(() => undefined);
    await player.play();
    await player.retry();
    expect(player.snapshot()).toMatchObject({
      load: 'missing',
      state: 'error',
      error: { code: 'no_slug', message: 'No station slug provided' },
    });
    expect(api.asked).toEqual([]);
  });

  it('changes its name while it plays', async () => {
    const player = await playing();
    api.send('station', { ...station, station_name: 'Corner Café Radio' });
    await seconds(0);
    expect(player.snapshot().station?.station_name).toBe('Corner Café Radio');
    expect(audio().connections).toHaveLength(1);
  });

  it('moves its stream while it plays', async () => {
    const player = await playing();
    api.send('station', { ...station, stream_url: 'https://icecast.test/live' });
    await seconds(0);
    expect(audio().connectedTo).toMatch('https://icecast.test/live?t=');
    audio().begin();
    expect(player.snapshot().state).toBe('playing');
  });

  it('goes off air: the music stops with its message', async () => {
    const player = await playing();
    await seconds(30);
    api.station = null;
    api.dropLines();
    await seconds(2);
    expect(player.snapshot()).toMatchObject({
      state: 'stopped',
      load: 'missing',
      error: { code: 'station_not_found', message: 'Station not found or not active' },
    });
    expect(audio().connectedTo).toBeNull();
  });

  it.each([
    ['seen', false],
    ['hidden', true],
  ])(
    'comes back on air: music that played in a page that is %s resumes automatically',
    async (_, hidden) => {
      const player = await playing();
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
      document.dispatchEvent(new Event('visibilitychange'));
      api.station = null;
      api.dropLines();
      await seconds(30);
      expect(player.snapshot()).toMatchObject({ state: 'stopped', load: 'missing' });
      api.station = station;
      await seconds(hidden ? 30 : 15);
      audio().begin();
      expect(player.snapshot()).toMatchObject({ state: 'playing', load: 'loaded', error: null });
    },
  );

  it('has no stream', async () => {
    api.station = { ...station, stream_url: '' };
    const player = await shown();
    await player.play();
    expect(player.snapshot()).toMatchObject({
      state: 'error',
      error: { code: 'unavailable', message: 'Stream unavailable' },
    });
  });
});

describe('play', () => {
  it('may be called before the station is known', async () => {
    const player = make();
    const started = vi.fn();
    void player.play().then(started);
    expect(player.snapshot().state).toBe('loading');
    await seconds(0.1);
    audio().begin();
    await seconds(0);
    expect(player.snapshot().state).toBe('playing');
    expect(started).toHaveBeenCalled();
  });

  it('never rejects, not even without a station', async () => {
    api.station = null;
    const player = make();
    const settled = player.play();
    await seconds(0.1);
    await expect(settled).resolves.toBeUndefined();
    expect(player.snapshot().error?.code).toBe('station_not_found');
  });

  it('may be cancelled before the station is known', async () => {
    const player = make();
    void player.play();
    player.pause();
    await seconds(0.1);
    expect(player.snapshot()).toMatchObject({ state: 'paused', load: 'loaded' });
    expect(audios).toHaveLength(0);
  });

  it("asks our own stream to begin five seconds ago by the server's clock", async () => {
    api.ahead = 3_600_000;
    await playing();
    const from = Number(new URL(audio().connectedTo ?? '').searchParams.get('from'));
    const behind = Date.now() + api.ahead - from;
    // The server's time is up to a second old, and never ahead.
    expect(behind).toBeGreaterThanOrEqual(5_000);
    expect(behind).toBeLessThan(6_200);
  });

  it('pauses the other players of the page by default', async () => {
    const first = await playing();
    const second = await playing();
    expect(first.snapshot().state).toBe('paused');
    const third = await playing({ exclusive: false });
    expect(second.snapshot().state).toBe('playing');
    expect(third.snapshot().state).toBe('playing');
  });

  it('pauses the others only when there is something to play', async () => {
    const first = await playing();
    api.station = null;
    const second = make({ station: 'nobody' });
    void second.play();
    await seconds(0.1);
    expect(second.snapshot()).toMatchObject({ load: 'missing', paused: true });
    expect(first.snapshot().state).toBe('playing');
    api.station = station;
    void second.retry();
    await seconds(0.1);
    expect(first.snapshot().state).toBe('paused');
    expect(second.snapshot()).toMatchObject({ state: 'loading', paused: false });
  });

  it.each(['first', 'second'])(
    'leaves the sound to the later of two presses, when the %s station is known first',
    async (one) => {
      const initial = { station, now_playing: api.nowPlaying };
      const first = make({ station: 'first' });
      const second = make({ station: 'second', ...(one === 'second' && { initial }) });
      void first.play();
      void second.play();
      await seconds(0.1);
      expect([first.snapshot().state, second.snapshot().state]).toEqual(['paused', 'loading']);
    },
  );
});

describe('a destroyed player', () => {
  it('is named once on the console when it is used', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const player = await playing();
    player.destroy();
    expect(warn).not.toHaveBeenCalled();
    player.subscribe(() => undefined);
    await player.play();
    await player.retry();
    expect(warn.mock.calls).toEqual([[expect.stringContaining('station-player was destroyed')]]);
    expect(player.snapshot().state).toBe('stopped');
  });
});

describe('a player that is never used', () => {
  it('listens to nothing, so that it need not be destroyed', () => {
    const listens = vi.spyOn(window, 'addEventListener');
    make();
    expect(listens).not.toHaveBeenCalled();
  });
});

describe('an outage', () => {
  it('reports the cause of the lost stream until it is back', async () => {
    const player = await playing();
    audio().finish();
    expect(player.snapshot()).toMatchObject({
      state: 'reconnecting',
      error: null,
      cause: { code: 'stream_error', message: 'Stream error' },
    });
    await seconds(1);
    audio().begin();
    expect(player.snapshot()).toMatchObject({ state: 'playing', cause: null });
  });

  it('may last for ever with a persistent player, even from the first try on', async () => {
    const player = await shown({ persistent: true });
    void player.play();
    audio().isAway = true;
    await seconds(8 * 3_600);
    expect(player.snapshot()).toMatchObject({ state: 'reconnecting', error: null });
    audio().isAway = false;
    await seconds(60);
    audio().begin();
    expect(player.snapshot().state).toBe('playing');
  });
});

describe('titles', () => {
  it('change when they are heard, not when the clock says so', async () => {
    const now = Date.now();
    const [a, b, c] = [track('A', now - 60_000), track('B', now), track('C', now + 20_000)];
    api.nowPlaying = nowPlaying(a, b, c);
    const player = await shown();
    expect(titles(player.snapshot())).toEqual(['A', 'B', 'C']);

    // Five seconds behind, A is still heard.
    void player.play();
    expect(titles(player.snapshot())).toEqual([null, 'A', 'B']);
    audio().begin();
    const begun = performance.now();
    const from = Number(new URL(audio().connectedTo ?? '').searchParams.get('from'));
    const heardAt = () => from + performance.now() - begun;
    const changes: [title: unknown, at: number][] = [];
    player.subscribe(() => changes.push([player.snapshot().tracks?.current?.title, heardAt()]));
    await seconds(20);
    api.send('now-playing', nowPlaying(b, c, track('D', now + 40_000)));
    await seconds(30);

    expect(changes.map(([title]) => title).filter((title, i, all) => title !== all[i - 1])).toEqual(
      ['B', 'C', 'D'],
    );
    const firstAt = (title: string) => changes.find(([shown]) => shown === title)?.[1] ?? 0;
    expect(firstAt('B') - now).toBeCloseTo(50, -2);
    expect(firstAt('C') - now - 20_000).toBeCloseTo(50, -2);
    expect(firstAt('D') - now - 40_000).toBeCloseTo(50, -2);
  });

  it('wait for sound that stalls', async () => {
    const now = Date.now();
    api.nowPlaying = nowPlaying(track('A', now - 60_000), track('B', now), null);
    const player = await playing();
    audio().starve();
    await seconds(8);
    audio().begin();
    expect(titles(player.snapshot())).toEqual([null, 'A', 'B']);
    await seconds(7);
    expect(titles(player.snapshot())).toEqual(['A', 'B', null]);
  });

  it('of another server’s stream are shown as they arrive', async () => {
    const now = Date.now();
    api.station = { ...station, stream_url: 'https://icecast.test/live' };
    api.nowPlaying = nowPlaying(track('A', now - 60_000), track('B', now), null);
    const player = await playing();
    expect(titles(player.snapshot())).toEqual(['A', 'B', null]);
  });

  it('are polled every ten seconds without an event stream', async () => {
    const player = await shown();
    await seconds(20);
    api.dropLines();
    vi.stubGlobal('fetch', withoutEvents(api));
    api.nowPlaying = nowPlaying(null, track('Window Seat'), null);
    await seconds(2);
    expect(titles(player.snapshot())).toEqual([null, 'Window Seat', null]);
    api.nowPlaying = nowPlaying(null, track('Last Orders'), null);
    await seconds(10);
    expect(titles(player.snapshot())).toEqual([null, 'Last Orders', null]);
  });

  it('that were polled do not replace later ones from the stream', async () => {
    const player = await shown();
    await seconds(20);
    api.dropLines();
    // A browser that cannot abort: the answer arrives anyway.
    vi.stubGlobal('fetch', withoutEvents(api));
    let answer: (tracks: Response) => void = () => undefined;
    const late = new Promise<Response>((resolve) => (answer = resolve));
    await seconds(0.9);
    vi.stubGlobal('fetch', (input: unknown) =>
      String(input).endsWith('/now-playing') ? late : withoutEvents(api)(input),
    );
    await seconds(0.5);
    vi.stubGlobal('fetch', api.fetch);
    api.nowPlaying = nowPlaying(null, track('From the line'), null);
    await seconds(3);
    expect(titles(player.snapshot())).toEqual([null, 'From the line', null]);
    answer(Response.json(nowPlaying(null, track('From the poll'), null)));
    await seconds(1);
    expect(titles(player.snapshot())).toEqual([null, 'From the line', null]);
  });

  it("use the server's time again after a sleep, from the next event on", async () => {
    const player = await shown();
    vi.setSystemTime(Date.now() + 3_600_000);
    api.send('now-playing', nowPlaying(null, track('Window Seat', Date.now()), null));
    await seconds(0);
    void player.play();
    const from = Number(new URL(audio().connectedTo ?? '').searchParams.get('from'));
    expect(Date.now() - from).toBe(5_000);
  });

  it('matter on a hidden page only while it plays', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get');
    const player = await playing();
    hidden.mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    const before = api.asked.length;
    await seconds(30.5);
    expect(api.asked.slice(before)).toEqual(Array(3).fill('/v1/stations/demo/now-playing'));
    expect(api.lines).toBe(0);
    player.pause();
    await seconds(60);
    expect(api.asked).toHaveLength(before + 3);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    await seconds(0.1);
    expect(api.lines).toBe(1);
  });
});

/** The same API behind a proxy that blocks event streams. */
function withoutEvents(api: FakeApi): FakeApi['fetch'] {
  const { fetch } = api;
  return (input, init) =>
    String(input).endsWith('/events') ? Promise.reject(new TypeError()) : fetch(input, init);
}

describe('the snapshot', () => {
  it('is one frozen object until something changes', async () => {
    const player = await shown();
    const before = player.snapshot();
    expect(Object.isFrozen(before)).toBe(true);
    expect(Object.isFrozen(before.tracks)).toBe(true);
    const changed = vi.fn();
    player.subscribe(changed);

    api.send('now-playing', { ...api.nowPlaying, updated_at: new Date().toISOString() });
    api.send('station', station);
    await seconds(0);
    expect(player.snapshot()).toBe(before);
    expect(changed).not.toHaveBeenCalled();

    player.muted = true;
    expect(changed).toHaveBeenCalledOnce();
    expect(player.snapshot()).not.toBe(before);
    expect(player.snapshot().tracks).toBe(before.tracks);
    expect(player.snapshot().station).toBe(before.station);
  });

  it('is reported to subscribers until they unsubscribe', async () => {
    const player = make();
    const changed = vi.fn();
    const leave = player.subscribe(changed);
    await seconds(0.1);
    expect(changed).toHaveBeenCalled();
    changed.mockClear();
    leave();
    player.volume = 0.5;
    expect(changed).not.toHaveBeenCalled();
    expect(player.snapshot().volume).toBe(0.5);
  });

  it("survives a subscriber that throws, and reports the page's error", async () => {
    const reported = vi.fn<(report: () => void) => void>();
    const player = await playing();
    vi.stubGlobal('queueMicrotask', reported);
    const fault = new Error('a mistake of the page');
    player.subscribe(() => {
      throw fault;
    });
    const changed = vi.fn();
    player.subscribe(changed);
    audio().finish();
    expect(changed).toHaveBeenCalled();
    expect(reported.mock.calls[0]?.[0]).toThrow(fault);
    await seconds(1);
    expect(audio().connections).toHaveLength(2);
  });

  it('begins with the given mute and volume', () => {
    const player = make({ muted: true, volume: 0.3 });
    expect(player.snapshot()).toMatchObject({ muted: true, volume: 0.3 });
    expect([player.muted, player.volume]).toEqual([true, 0.3]);
  });
});

describe('several players of one station', () => {
  it('share one event stream, which closes with the last of them', async () => {
    const first = await shown();
    const second = await shown();
    expect(api.asked).toEqual(['/v1/stations/demo/events', '/v1/stations/demo']);
    expect(second.snapshot()).toMatchObject({ load: 'loaded', station });
    expect(titles(second.snapshot())).toEqual(titles(first.snapshot()));

    first.destroy();
    expect(api.lines).toBe(1);
    api.send('now-playing', nowPlaying(null, track('Window Seat'), null));
    await seconds(0);
    expect(titles(second.snapshot())).toEqual([null, 'Window Seat', null]);
    second.destroy();
    await seconds(0);
    expect(api.lines).toBe(0);
  });

  it('have one stream each for different stations', async () => {
    await shown();
    await shown({ station: 'other' });
    expect(api.lines).toBe(2);
  });

  it('open a new stream after the last one has closed theirs', async () => {
    (await shown()).destroy();
    const player = await shown();
    expect(player.snapshot().load).toBe('loaded');
    expect(api.lines).toBe(1);
  });
});

describe("the system's own controls", () => {
  let session: {
    metadata: unknown;
    playbackState: string;
    setActionHandler: ReturnType<typeof vi.fn>;
  };
  let handlers: Record<string, (() => void) | null>;

  beforeEach(() => {
    handlers = {};
    session = {
      metadata: null,
      playbackState: 'none',
      setActionHandler: vi.fn((action: string, handler: (() => void) | null) => {
        handlers[action] = handler;
      }),
    };
    Object.defineProperty(navigator, 'mediaSession', { value: session, configurable: true });
    vi.stubGlobal(
      'MediaMetadata',
      class {
        constructor(facts: object) {
          Object.assign(this, facts);
        }
      },
    );
  });
  afterEach(() => {
    for (const player of players) player.destroy();
    Reflect.deleteProperty(navigator, 'mediaSession');
  });

  const nothing = () => {
    expect(session).toMatchObject({ metadata: null, playbackState: 'none' });
    expect(handlers).toEqual({ play: null, pause: null, stop: null });
  };

  it('show and control the player that plays', async () => {
    const player = await playing();
    expect(session).toMatchObject({
      metadata: {
        title: 'Morning Counter',
        artist: 'Stationhouse Ensemble',
        album: 'Demo Radio',
        artwork: [{ src: `${API}/cover.png` }],
      },
      playbackState: 'playing',
    });
    api.send('now-playing', nowPlaying(null, track('Window Seat'), null));
    await seconds(0);
    expect(session.metadata).toMatchObject({ title: 'Window Seat' });

    handlers['pause']?.();
    expect(player.snapshot().state).toBe('paused');
    expect(session).toMatchObject({
      metadata: { title: 'Window Seat' },
      playbackState: 'paused',
    });
    handlers['play']?.();
    expect(player.snapshot().state).toBe('loading');
    expect(session.playbackState).toBe('playing');
    audio().begin();
    handlers['stop']?.();
    expect(player.snapshot().state).toBe('stopped');
    nothing();
  });

  it('have no seeking', async () => {
    await playing();
    expect(Object.keys(handlers)).toEqual(['play', 'pause', 'stop']);
  });

  it('stay for a minute after their own pause, during which the source is kept', async () => {
    await playing();
    handlers['pause']?.();
    await seconds(59);
    expect(audio().connectedTo).not.toBeNull();
    expect(audio().paused).toBe(true);
    await seconds(1);
    expect(audio().connectedTo).toBeNull();
    handlers['play']?.();
    expect(audio().connections).toHaveLength(2);
  });

  it('still show it as playing during the retries for a lost stream', async () => {
    const player = await playing();
    audio().finish();
    expect(player.snapshot().state).toBe('reconnecting');
    expect(session.playbackState).toBe('playing');
    handlers['pause']?.();
    expect(player.snapshot().state).toBe('paused');
  });

  it('show the station and its logo when no title is known, and no picture without a logo', async () => {
    api.nowPlaying = nowPlaying(null, null, null);
    const player = await playing();
    expect(session.metadata).toMatchObject({ title: 'Demo Radio', artwork: [] });
    const logo = `${API}/logo.png`;
    api.send('station', { ...station, station_logo_url: logo });
    await seconds(0);
    expect(session.metadata).toMatchObject({ artwork: [{ src: logo }] });
    expect(player.snapshot().state).toBe('playing');
  });

  it('work although the browser rejects the address of a cover', async () => {
    vi.stubGlobal(
      'MediaMetadata',
      class {
        constructor() {
          throw new TypeError('not an address');
        }
      },
    );
    const player = await playing();
    handlers['pause']?.();
    expect(player.snapshot().state).toBe('paused');
    player.stop();
    nothing();
  });

  it('ignore players that do not play', async () => {
    await shown();
    expect(session.metadata).toBeNull();
    expect(session.setActionHandler).not.toHaveBeenCalled();
  });

  it('belong to the player that played last, and are released when it stops', async () => {
    await playing();
    const second = await playing({ station: 'other' });
    handlers['pause']?.();
    expect(second.snapshot().state).toBe('paused');
    second.stop();
    nothing();

    // Another player controls them now.
    session.metadata = 'a video of the page';
    api.send('now-playing', nowPlaying(null, track('Window Seat'), null));
    await seconds(0);
    expect(titles(second.snapshot())).toEqual([null, 'Window Seat', null]);
    expect(session.metadata).toBe('a video of the page');
  });

  it.each([
    ['plays', () => undefined],
    ['is paused', () => handlers['pause']?.()],
    ['searches for its stream', () => audio().finish()],
  ])('drop a player that is destroyed while it %s', async (_, happens) => {
    const player = await playing();
    happens();
    player.destroy();
    nothing();
  });
});

describe('a thousand players, one after the other', () => {
  it('leave no listener, timer, stream, element with a source or media session', async () => {
    const listeners = watchListeners();
    for (let count = 0; count < 1_000; count++) {
      const player = createPlayer({ station: 'demo', apiBase: API });
      player.subscribe(() => undefined);
      void player.play();
      await seconds(0.1);
      audio(count).begin();
      await seconds(0);
      expect(player.snapshot().state).toBe('playing');
      // Each of them is left in another state.
      if (count % 3 === 1) audio(count).finish();
      if (count % 3 === 2) audio(count).pause();
      await seconds(0);
      player.destroy();
    }
    await seconds(0);
    expect(vi.getTimerCount()).toBe(0);
    expect(api.lines).toBe(0);
    expect(audios).toHaveLength(1_000);
    expect(audios.filter(({ connectedTo, src }) => connectedTo || src)).toEqual([]);
    expect(listeners()).toEqual([]);
  });
});

/** Counts from now on the listeners of window, document and audio elements that remain. */
function watchListeners(): () => string[] {
  const added: { target: EventTarget; type: string; signal: AbortSignal | undefined }[] = [];
  const { addEventListener } = EventTarget.prototype;
  vi.spyOn(EventTarget.prototype, 'addEventListener').mockImplementation(function (
    this: EventTarget,
    type,
    listener,
    options,
  ) {
    const signal = typeof options === 'object' ? options.signal : undefined;
    const target = this ?? globalThis;
    const isOurs = target === globalThis || target === document || target instanceof FakeAudio;
    if (isOurs) added.push({ target, type, signal });
    addEventListener.call(target, type, listener, options);
  });
  return () => added.filter(({ signal }) => !signal?.aborted).map(({ type }) => type);
}

describe('a destroyed player', () => {
  it('is silent, and stays so', async () => {
    const player = await playing();
    const changed = vi.fn();
    player.subscribe(changed);
    player.destroy();
    expect(audio().connectedTo).toBeNull();
    const asked = api.asked.length;
    await player.play();
    await player.retry();
    player.subscribe(changed);
    await seconds(120);
    expect(changed).not.toHaveBeenCalled();
    expect(api.asked).toHaveLength(asked);
    expect(audio().connections).toHaveLength(1);
  });

  it('makes no request for a station that was missing', async () => {
    api.station = null;
    const player = await shown();
    expect(player.snapshot().load).toBe('missing');
    player.destroy();
    const asked = api.asked.length;
    void player.retry();
    await seconds(1);
    expect(api.asked).toHaveLength(asked);
  });

  it('does not affect later players, however often it is destroyed', async () => {
    const before = await shown();
    before.destroy();
    await shown();
    before.destroy();
    await shown();
    expect(api.lines).toBe(1);
  });
});
