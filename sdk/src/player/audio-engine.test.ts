import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest';
import { installFakeAudio, type FakeAudio } from '../../test/fake-audio.ts';
import { createAudioEngine, type AudioEngine, type AudioEngineOptions } from './audio-engine.ts';
import { playerError } from './player-errors.ts';

let audios: FakeAudio[];
let engines: AudioEngine[];
let asked: number;
let changed: Mock<() => void>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  audios = installFakeAudio();
  engines = [];
  asked = 0;
  changed = vi.fn<() => void>();
  vi.stubGlobal('fetch', async () => sends(SOUND));
});

const SOUND = new Uint8Array(10_000).fill(255);
const FIRST_BYTES = SOUND.subarray(0, 300);
/** A connection that breaks after its first bytes. */
const breaksOff = () =>
  new Response(
    new ReadableStream({
      start: (stream) => stream.enqueue(FIRST_BYTES),
      pull: (stream) => stream.error(new TypeError('reset')),
    }),
  );
const sends = (bytes: Uint8Array<ArrayBuffer>, type = 'audio/mpeg', status = 200) =>
  new Response(bytes, { status, headers: { 'Content-Type': type } });

afterEach(() => {
  for (const engine of engines) engine.destroy();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

function make(options: Partial<AudioEngineOptions> = {}): AudioEngine {
  const engine = createAudioEngine({
    source: () => ({ url: `https://radio.test/live?try=${++asked}`, startsAt: () => null }),
    changed,
    exclusive: true,
    home: 'https://radio.test',
    persistent: false,
    muted: false,
    volume: 1,
    ...options,
  });
  engines.push(engine);
  return engine;
}

const audio = (index = 0): FakeAudio => {
  const made = audios[index];
  if (!made) throw new Error('no audio element was made');
  return made;
};
const stateOf = (engine: AudioEngine) => engine.sound().state;
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
const tick = () => vi.advanceTimersByTimeAsync(0);

/** Lets up to half a minute pass. */
async function until(isSo: () => boolean): Promise<void> {
  for (let tenths = 0; tenths < 300 && !isSo(); tenths++) await seconds(0.1);
}

/** An engine whose sound has begun. */
async function playing(options?: Partial<AudioEngineOptions>): Promise<AudioEngine> {
  const engine = make(options);
  void engine.play();
  audio(audios.length - 1).begin();
  await tick();
  return engine;
}

describe('playing', () => {
  it('makes no request before play', async () => {
    const engine = make();
    await seconds(60);
    expect(stateOf(engine)).toBe('idle');
    expect(audios).toHaveLength(0);
  });

  it('is loading until the element reports sound', async () => {
    const engine = make();
    const started = vi.fn();
    void engine.play().then(started);
    await seconds(3);
    expect(stateOf(engine)).toBe('loading');
    expect(started).not.toHaveBeenCalled();
    expect(audio().preload).toBe('none');

    audio().begin();
    await tick();
    expect(stateOf(engine)).toBe('playing');
    expect(started).toHaveBeenCalled();
  });

  it('opens one connection however often play is pressed', async () => {
    const engine = await playing();
    void engine.play();
    void engine.play();
    expect(audio().connections).toHaveLength(1);
    expect(audios).toHaveLength(1);
  });

  it('waits for a source that is not known yet', async () => {
    let url: string | null = null;
    const engine = make({ source: () => (url === null ? null : { url, startsAt: () => null }) });
    const started = vi.fn();
    void engine.play().then(started);
    await seconds(30);
    expect(stateOf(engine)).toBe('loading');

    url = 'https://radio.test/late';
    engine.sourceChanged();
    expect(audio().connectedTo).toBe(url);
    audio().begin();
    await tick();
    expect(started).toHaveBeenCalled();
  });

  it('is loading again while the buffer is empty, and playing when it is not', async () => {
    const engine = await playing();
    audio().starve();
    expect(stateOf(engine)).toBe('loading');
    await seconds(3);
    audio().begin();
    expect(stateOf(engine)).toBe('playing');
    expect(audio().connections).toHaveLength(1);
  });
});

describe('pausing', () => {
  it('closes the stream at once', async () => {
    const engine = await playing();
    engine.pause();
    expect(stateOf(engine)).toBe('paused');
    expect(audio().paused).toBe(true);
    expect(audio().connectedTo).toBeNull();
    await seconds(600);
    expect(stateOf(engine)).toBe('paused');
  });

  it('resumes live, with a new address', async () => {
    const engine = await playing();
    engine.pause();
    void engine.play();
    await tick();
    expect(audio().connections).toEqual([
      'https://radio.test/live?try=1',
      'https://radio.test/live?try=2',
    ]);
    expect(stateOf(engine)).toBe('loading');
    audio().begin();
    expect(stateOf(engine)).toBe('playing');
  });

  it('and playing again at once aborts the first play, which is not an error', async () => {
    const engine = make();
    void engine.play();
    engine.pause();
    void engine.play();
    await tick();
    expect(engine.sound()).toMatchObject({ state: 'loading', error: null });
  });

  it('is not an error although it aborts a pending play', async () => {
    const engine = make();
    const settled = engine.play();
    engine.pause();
    await settled;
    await tick();
    expect(engine.sound()).toMatchObject({ state: 'paused', error: null });
  });

  it('is not confused with a late event of the pause before', async () => {
    const engine = await playing();
    engine.pause();
    void engine.play();
    audio().dispatchEvent(new Event('pause'));
    expect(stateOf(engine)).toBe('loading');
  });

  it('ends the retries for a lost stream', async () => {
    const engine = await playing();
    audio().finish();
    expect(stateOf(engine)).toBe('reconnecting');
    engine.pause();
    await seconds(60);
    expect(stateOf(engine)).toBe('paused');
    expect(audio().connections).toHaveLength(1);
  });

  it('does nothing when nothing plays', () => {
    const engine = make();
    engine.pause();
    expect(stateOf(engine)).toBe('idle');
  });
});

describe('an interruption from outside: a call, an unplugged headset, a lock screen', () => {
  const interrupted = async (): Promise<AudioEngine> => {
    const engine = await playing();
    audio().pause();
    await tick();
    return engine;
  };

  it('is silent at once, and not an error', async () => {
    const engine = await interrupted();
    expect(engine.sound()).toMatchObject({ state: 'paused', error: null });
  });

  it('ends live, on a new connection, when the system resumes', async () => {
    const engine = await interrupted();
    await seconds(30);
    audio().resume();
    await tick();
    expect(stateOf(engine)).toBe('reconnecting');
    expect(audio().connections).toHaveLength(2);
    audio().begin();
    expect(stateOf(engine)).toBe('playing');
  });

  it('closes its connection after a minute, and still ends when the system resumes', async () => {
    const engine = await interrupted();
    await seconds(59);
    expect(audio().connectedTo).not.toBeNull();
    await seconds(1);
    expect(audio().connectedTo).toBeNull();
    await seconds(3_600);
    expect(stateOf(engine)).toBe('paused');
    audio().resume();
    await tick();
    audio().begin();
    expect(stateOf(engine)).toBe('playing');
    expect(audio().connections).toHaveLength(2);
  });

  it('ends live when the listener presses play, without the system', async () => {
    const engine = await interrupted();
    void engine.play();
    await tick();
    expect(stateOf(engine)).toBe('loading');
    expect(audio().connections).toHaveLength(2);
    audio().begin();
    await seconds(120);
    expect(stateOf(engine)).toBe('playing');
    expect(audio().connections).toHaveLength(2);
  });

  it.each([
    ['ends', (held: FakeAudio) => held.finish()],
    ['breaks', (held: FakeAudio) => held.break(2)],
  ])('ignores that the stream it holds %s', async (_, lose) => {
    const engine = await interrupted();
    lose(audio());
    await seconds(10);
    expect(engine.sound()).toMatchObject({ state: 'paused', error: null, cause: null });
    expect(audio().connections).toHaveLength(1);
  });

  it('also comes from the lock screen, and is not undone by a late event of the play before', async () => {
    const engine = make();
    void engine.play();
    audio().begin();
    engine.hold();
    await tick();
    expect(stateOf(engine)).toBe('paused');
    expect(audio()).toMatchObject({ paused: true });
    expect(audio().connections).toHaveLength(1);
    await seconds(60);
    expect(audio().connectedTo).toBeNull();
  });

  it('from the lock screen ends the retries for a lost stream', async () => {
    const engine = await playing();
    audio().finish();
    engine.hold();
    await seconds(120);
    expect(stateOf(engine)).toBe('paused');
    expect(audio().connections).toHaveLength(1);
  });

  it.each([
    ['stop', (engine: AudioEngine) => engine.stop()],
    ['pause', (engine: AudioEngine) => engine.pause()],
    ['another player that starts', () => void playing()],
  ])('cannot be resumed after %s', async (_, end) => {
    const engine = await interrupted();
    end(engine);
    expect(audio().connectedTo).toBeNull();
    const state = stateOf(engine);
    audio().paused = false;
    audio().dispatchEvent(new Event('play'));
    expect(stateOf(engine)).toBe(state);
    expect(audio().connections).toHaveLength(1);
  });

  it('does not begin when nothing plays', () => {
    const engine = make();
    engine.hold();
    expect(stateOf(engine)).toBe('idle');
  });
});

describe('stopping', () => {
  it('closes the stream and can be played again', async () => {
    const engine = await playing();
    engine.stop();
    expect(engine.sound()).toMatchObject({ state: 'stopped', error: null });
    expect(audio().connectedTo).toBeNull();
    void engine.play();
    audio().begin();
    expect(stateOf(engine)).toBe('playing');
  });

  it('ends the retries for a lost stream', async () => {
    const engine = await playing();
    audio().break(2);
    await tick();
    engine.stop();
    await seconds(60);
    expect(stateOf(engine)).toBe('stopped');
    expect(audio().connections).toHaveLength(1);
  });
});

describe('a first play that fails', () => {
  it.each([
    [new DOMException('no gesture', 'NotAllowedError'), 'autoplay_blocked'],
    [new DOMException('no decoder', 'NotSupportedError'), 'format_unsupported'],
    [new DOMException('somebody else', 'AbortError'), 'aborted'],
    [new Error('out of luck'), 'play_failed'],
    ['just words', 'unknown'],
  ])('shows the rejection of play(): %s', async (reason, code) => {
    const engine = make();
    const settled = engine.play();
    audio().refuse(reason);
    await settled;
    expect(engine.sound()).toMatchObject({ state: 'error', error: { code } });
    expect(audio().connectedTo).toBeNull();
  });

  it.each([
    [1, 'stream_error'],
    [2, 'network'],
    [3, 'decode'],
  ])('shows MediaError %i', async (code, name) => {
    const engine = make();
    const settled = engine.play();
    audio().break(code);
    await tick();
    await settled;
    expect(engine.sound()).toMatchObject({ state: 'error', error: { code: name } });
  });

  it('prefers the rejection of play() when the element reports the same error as MediaError 4', async () => {
    const engine = make();
    void engine.play();
    audio().break(4);
    await tick();
    expect(engine.sound().error?.code).toBe('format_unsupported');
    expect(changed.mock.calls.length).toBeLessThanOrEqual(3);
  });

  it('shows MediaError 4 when play() does not reject', async () => {
    const engine = make();
    void engine.play();
    audio().error = { code: 4 };
    audio().dispatchEvent(new Event('error'));
    await tick();
    expect(engine.sound().error?.code).toBe('source_unsupported');
  });

  it.each([
    ['a 404', async () => sends(SOUND, 'text/plain', 404), 'unavailable'],
    ['a 503', async () => sends(SOUND, 'audio/mpeg', 503), 'unavailable'],
    ['a page', async () => sends(new TextEncoder().encode('<h1>Back soon</h1>')), 'unavailable'],
    [
      'an answer that pages may not read',
      () => Promise.reject(new TypeError('CORS')),
      'unavailable',
    ],
    ['an empty answer', async () => sends(new Uint8Array()), 'unavailable'],
    ['an answer that ends after its first bytes', async () => sends(FIRST_BYTES), 'unavailable'],
    ['an answer that breaks off', async () => breaksOff(), 'unavailable'],
    ['audio of another format', async () => sends(SOUND), 'format_unsupported'],
  ])('says the cause of %s, for which the browser blames the format', async (_, answers, code) => {
    vi.stubGlobal('fetch', answers);
    const engine = make();
    const settled = engine.play();
    audio().break(4);
    await settled;
    expect(engine.sound()).toMatchObject({ state: 'error', error: { code } });
  });

  it('gives up a question about the cause that gets no answer', async () => {
    const patience = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
    const hangs = (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    vi.stubGlobal('fetch', hangs);
    const engine = make();
    void engine.play();
    audio().break(4);
    await seconds(4);
    expect(stateOf(engine)).toBe('loading');
    patience.abort();
    await tick();
    expect(engine.sound()).toMatchObject({ state: 'error', error: { code: 'unavailable' } });
  });

  it('forgets the cause of a stream that the listener has left', async () => {
    const engine = make();
    void engine.play();
    audio().break(4);
    await tick();
    engine.stop();
    await seconds(1);
    expect(engine.sound()).toMatchObject({ state: 'stopped' });
  });

  it('shows an empty stream', async () => {
    const engine = make();
    void engine.play();
    audio().finish();
    expect(engine.sound()).toMatchObject({ state: 'error', error: { code: 'stream_error' } });
  });

  it('ends when the browser keeps retrying an empty stream', async () => {
    const answers = vi.spyOn(performance, 'getEntriesByName');
    const engine = make();
    void engine.play();
    answers.mockImplementation((url) => Array.from({ length: url.endsWith('try=1') ? 5 : 99 }));
    audio().receive();
    expect(stateOf(engine)).toBe('loading');
    answers.mockImplementation((url) => Array.from({ length: url.endsWith('try=1') ? 6 : 0 }));
    audio().receive();
    expect(engine.sound()).toMatchObject({ state: 'error', error: { code: 'network' } });
    expect(audio().connectedTo).toBeNull();
  });

  it('does not apply to a stream of many answers once it has begun', async () => {
    const engine = await playing();
    vi.spyOn(performance, 'getEntriesByName').mockReturnValue(Array.from({ length: 99 }));
    audio().receive();
    expect(stateOf(engine)).toBe('playing');
  });

  it('times out when nothing has begun after 15 s', async () => {
    const engine = make();
    void engine.play();
    await seconds(15);
    expect(stateOf(engine)).toBe('loading');
    await seconds(1);
    expect(engine.sound()).toMatchObject({ state: 'error', error: { code: 'network' } });
  });

  it('is an error without an address', async () => {
    const engine = make({ source: () => ({ url: '', startsAt: () => null }) });
    await engine.play();
    expect(engine.sound()).toMatchObject({
      state: 'error',
      error: { code: 'unavailable', message: 'Stream unavailable' },
    });
  });

  it('cannot be played over, only retried', async () => {
    const engine = make();
    void engine.play();
    audio().refuse(new DOMException('no gesture', 'NotAllowedError'));
    await tick();
    await engine.play();
    expect(audio().connections).toHaveLength(1);

    void engine.retry();
    expect(engine.sound()).toMatchObject({ state: 'loading', error: null });
    expect(audio().connections).toHaveLength(2);
    audio().begin();
    expect(stateOf(engine)).toBe('playing');
  });
});

describe("every error of the specification's §8", () => {
  const refuse = (reason: unknown) => () => audio().refuse(reason);
  const breaks = (code: number) => () => {
    audio().error = { code };
    audio().dispatchEvent(new Event('error'));
  };
  const faults: [code: string, message: string, happens: () => void, from?: 'nowhere'][] = [
    [
      'autoplay_blocked',
      'Click to enable audio - browser blocked autoplay',
      refuse(new DOMException('', 'NotAllowedError')),
    ],
    [
      'format_unsupported',
      'Audio format not supported',
      refuse(new DOMException('', 'NotSupportedError')),
    ],
    ['aborted', 'Stream loading was aborted', refuse(new DOMException('', 'AbortError'))],
    ['play_failed', 'Unable to play: no luck', refuse(new Error('no luck'))],
    ['network', 'Network error loading stream', breaks(2)],
    ['decode', 'Stream format error', breaks(3)],
    ['source_unsupported', 'Stream not supported', breaks(4)],
    ['stream_error', 'Stream error', () => audio().finish()],
    ['unavailable', 'Stream unavailable', () => undefined, 'nowhere'],
    ['unknown', 'Unable to play audio', refuse('no Error')],
  ];

  it.each(faults)('%s is shown in its words', async (code, message, happens, from) => {
    const engine = make(from ? { source: () => ({ url: '', startsAt: () => null }) } : {});
    void engine.play();
    happens();
    await tick();
    expect(engine.sound()).toMatchObject({ state: 'error', error: { code, message }, cause: null });
  });

  it('has its own sentence', () => {
    expect(new Set(faults.map(([code]) => code)).size).toBe(10);
    expect(new Set(faults.map(([, message]) => message)).size).toBe(10);
  });

  it.each(faults.filter(([code, , , from]) => code !== 'autoplay_blocked' && !from))(
    '%s is the cause while a persistent player retries',
    async (code, message, happens) => {
      const engine = make({ persistent: true });
      void engine.play();
      happens();
      await tick();
      expect(engine.sound()).toMatchObject({
        state: 'reconnecting',
        error: null,
        cause: { code, message },
      });
      await seconds(1);
      audio().begin();
      expect(engine.sound()).toMatchObject({ state: 'playing', cause: null });
    },
  );
});

/** An engine that has spent all its retries. */
async function givenUp(): Promise<AudioEngine> {
  const engine = await playing();
  audio().finish();
  audio().isAway = true;
  await seconds(5 * 3_600);
  expect(stateOf(engine)).toBe('reconnecting');
  await seconds(1.5 * 3_600);
  return engine;
}

describe('a stream that is lost', () => {
  it.each([
    ['ends', (lost: FakeAudio) => lost.finish()],
    ['breaks', (lost: FakeAudio) => lost.break(2)],
    ['cannot be read', (lost: FakeAudio) => lost.break(3)],
  ])('is restored when it %s', async (_, lose) => {
    const engine = await playing();
    lose(audio());
    await until(() => stateOf(engine) === 'reconnecting');
    expect(engine.sound()).toMatchObject({ error: null });
    expect(audio().connectedTo).toBeNull();
    await seconds(1);
    expect(audio().connections).toHaveLength(2);
    expect(stateOf(engine)).toBe('reconnecting');
    audio().begin();
    expect(stateOf(engine)).toBe('playing');
  });

  it.each([
    ['on average', 0.5],
    ['at the latest', 1],
  ])('is retried after 1, 2, 5, 10, 12, 15 s, %s', async (_, random) => {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    await playing();
    audio().finish();
    for (const [index, delay] of [1, 2, 5, 10, 12, 15].entries()) {
      await vi.advanceTimersByTimeAsync(delay * 2000 * random - 1);
      expect(audio().connections).toHaveLength(index + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(audio().connections).toHaveLength(index + 2);
      audio().break(4);
      await tick();
    }
    expect(new Set(audio().connections).size).toBe(7);
  });

  it('may be retried at once, by chance', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    await playing();
    audio().finish();
    await tick();
    expect(audio().connections).toHaveLength(2);
  });

  it('keeps its first error as the cause', async () => {
    const engine = await playing();
    audio().finish();
    const cause = { code: 'stream_error', message: 'Stream error' };
    expect(engine.sound()).toMatchObject({ state: 'reconnecting', error: null, cause });
    await seconds(1);
    audio().break(4);
    await tick();
    expect(engine.sound()).toMatchObject({ state: 'reconnecting', error: null, cause });
    await seconds(2);
    audio().begin();
    expect(engine.sound()).toMatchObject({ state: 'playing', cause: null });
    audio().finish();
    expect(engine.sound().cause).toEqual(cause);
  });

  it('is retried at once when the network is back, and again from the shortest delay', async () => {
    const engine = await playing();
    audio().finish();
    for (const delay of [1, 2, 5]) {
      await seconds(delay);
      audio().break(4);
      await tick();
    }
    expect(audio().connections).toHaveLength(4);
    window.dispatchEvent(new Event('online'));
    expect(audio().connections).toHaveLength(5);
    audio().break(4);
    await seconds(1);
    expect(audio().connections).toHaveLength(6);
    expect(stateOf(engine)).toBe('reconnecting');
  });

  it('is retried at once when the page becomes visible, not when it is hidden', async () => {
    await playing();
    audio().finish();
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(audio().connections).toHaveLength(1);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(audio().connections).toHaveLength(2);
  });

  it('is retried at once when the listener presses play', async () => {
    const engine = await playing();
    audio().finish();
    void engine.play();
    expect(audio().connections).toHaveLength(2);
  });

  it.each([1, 60, 3_600])('is back after an outage of %i s', async (outage) => {
    const engine = await playing();
    audio().finish();
    audio().isAway = true;
    await seconds(outage);
    expect(engine.sound()).toMatchObject({ state: 'reconnecting', error: null });
    audio().isAway = false;
    await until(() => audio().connectedTo !== null);
    audio().begin();
    expect(engine.sound()).toMatchObject({ state: 'playing', error: null });
  });

  it('is given up after more than five hours with its message, and Retry plays it', async () => {
    const engine = await givenUp();
    expect(engine.sound()).toMatchObject({
      state: 'stopped',
      error: { code: 'unavailable', message: 'Stream unavailable' },
    });
    const count = audio().connections.length;
    await seconds(3_600);
    expect(audio().connections).toHaveLength(count);
    expect(audio().connectedTo).toBeNull();

    audio().isAway = false;
    void engine.retry();
    audio().begin();
    expect(engine.sound()).toMatchObject({ state: 'playing', error: null });
  });

  it.each([
    ['the network is back', () => window.dispatchEvent(new Event('online'))],
    ['the page is seen again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('resumes automatically after it was given up, when %s', async (_, happens) => {
    const engine = await givenUp();
    audio().isAway = false;
    happens();
    expect(engine.sound()).toMatchObject({ state: 'reconnecting', error: null });
    audio().begin();
    expect(stateOf(engine)).toBe('playing');
  });

  it('does not resume once the listener has stopped it', async () => {
    const engine = await givenUp();
    engine.stop();
    const count = audio().connections.length;
    window.dispatchEvent(new Event('online'));
    expect(stateOf(engine)).toBe('stopped');
    expect(audio().connections).toHaveLength(count);
  });

  it('is never given up by a persistent player', async () => {
    const engine = await playing({ persistent: true });
    audio().finish();
    audio().isAway = true;
    await seconds(8 * 3_600);
    expect(stateOf(engine)).toBe('reconnecting');
    expect(audio().connections.length).toBeGreaterThan(900);
  });

  it('starts a new count once it has played for ten seconds', async () => {
    const engine = await playing();
    audio().finish();
    for (const delay of [1, 2, 5]) {
      await seconds(delay);
      audio().break(4);
      await tick();
    }
    await seconds(10);
    audio().begin();
    await seconds(12);
    audio().finish();
    const count = audio().connections.length;
    await seconds(1);
    expect(audio().connections).toHaveLength(count + 1);
    expect(stateOf(engine)).toBe('reconnecting');
  });

  it('keeps counting while it is unstable', async () => {
    await playing();
    audio().finish();
    await seconds(1);
    audio().begin();
    await seconds(3);
    audio().finish();
    await seconds(1);
    expect(audio().connections).toHaveLength(2);
    await seconds(1);
    expect(audio().connections).toHaveLength(3);
  });

  it('is an error when only a press of the listener can restore it', async () => {
    const engine = await playing();
    audio().finish();
    await seconds(1);
    audio().refuse(new DOMException('no gesture', 'NotAllowedError'));
    await tick();
    expect(engine.sound()).toMatchObject({
      state: 'stopped',
      error: { code: 'autoplay_blocked' },
    });
  });

  it('resolves a pending play when it is given up or paused', async () => {
    const engine = await playing();
    audio().finish();
    const settled = engine.play();
    engine.pause();
    await expect(settled).resolves.toBeUndefined();
  });
});

describe('the sound watch', () => {
  it('finds a stream that silently stopped within 11 s', async () => {
    const engine = await playing();
    await seconds(20);
    audio().fallSilent();
    await seconds(9);
    expect(stateOf(engine)).toBe('loading');
    await seconds(2);
    expect(engine.sound()).toMatchObject({ state: 'reconnecting', cause: { code: 'network' } });
    await seconds(1);
    expect(audio().connections).toHaveLength(2);
  });

  it('finds within 3 s what Firefox does not report: sound that stops, and sound that continues', async () => {
    const engine = await playing();
    await seconds(20);
    audio().fallSilent();
    await seconds(1);
    expect(stateOf(engine)).toBe('playing');
    await seconds(2);
    expect(stateOf(engine)).toBe('loading');
    audio().resound();
    await seconds(1);
    expect(stateOf(engine)).toBe('playing');
    expect(audio().connections).toHaveLength(1);
  });

  it('does not take the sound from before a gap for the sound after it', async () => {
    const engine = await playing();
    await seconds(5.9);
    audio().starve();
    await seconds(5);
    expect(stateOf(engine)).toBe('loading');
    expect(changed.mock.calls.length).toBeLessThan(5);
  });

  it('lets music play on through an error that does not end it', async () => {
    const engine = await playing();
    await seconds(3);
    audio().complain(3);
    await seconds(600);
    expect(engine.sound()).toMatchObject({ state: 'playing', error: null, cause: null });
    expect(audio().connections).toHaveLength(1);
  });

  it('reconnects after such an error once the page is visible, as the sound card may be back', async () => {
    const engine = await playing();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(audio().connections).toHaveLength(1);
    audio().complain(3);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(audio().connections).toHaveLength(2);
    audio().begin();
    expect(stateOf(engine)).toBe('playing');
  });

  it.each([
    ['ends', (broken: FakeAudio) => broken.finish(), 0],
    ['stands', (broken: FakeAudio) => broken.fallSilent(), 3],
  ])('knows why the music after an error %s', async (_, end, within) => {
    const engine = await playing();
    await seconds(3);
    audio().complain(2);
    await seconds(5);
    expect(stateOf(engine)).toBe('playing');
    end(audio());
    await seconds(within);
    expect(engine.sound()).toMatchObject({ state: 'reconnecting', cause: { code: 'network' } });
  });

  it('lets a page that has never been visible take any time to begin', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const engine = make();
    void engine.play();
    await seconds(600);
    expect(stateOf(engine)).toBe('loading');
    hidden.mockReturnValue(false);
    await seconds(14);
    expect(stateOf(engine)).toBe('loading');
    await seconds(2);
    expect(stateOf(engine)).toBe('error');
  });

  it('gives a hidden page that has played the usual time', async () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await playing();
    audio().finish();
    await seconds(1);
    await seconds(18);
    expect(audio().connections).toHaveLength(3);
  });

  it('finds a stream that starves', async () => {
    const engine = await playing();
    await seconds(20);
    audio().starve();
    await seconds(11);
    expect(stateOf(engine)).toBe('reconnecting');
  });

  it('gives a reconnection 15 s to begin', async () => {
    await playing();
    audio().finish();
    await seconds(1);
    await seconds(15);
    expect(audio().connections).toHaveLength(2);
    await seconds(3);
    expect(audio().connections).toHaveLength(3);
  });

  it('works with timers that fire once a minute', async () => {
    const engine = await playing();
    // The clocks jump as they do between two throttled timers; the sound has advanced.
    const now = performance.now.bind(performance);
    let leapt = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now() + leapt);
    for (let minute = 0; minute < 5; minute++) {
      leapt += 60_000;
      vi.setSystemTime(Date.now() + 60_000);
      await seconds(1);
      expect(stateOf(engine)).toBe('playing');
    }
    expect(audio().connections).toHaveLength(1);
  });

  it('goes live again after the machine has slept, during which the sound stood still', async () => {
    const engine = await playing();
    await seconds(20);
    const before = audio().currentTime;
    vi.setSystemTime(Date.now() + 3_600_000);
    await seconds(1);
    expect(audio().currentTime).toBeLessThan(before);
    expect(audio().connections).toHaveLength(2);
    expect(stateOf(engine)).toBe('reconnecting');
  });

  it('goes live again once stalls have put the listener 30 s behind', async () => {
    await playing();
    for (let stumble = 0; stumble < 3; stumble++) {
      await seconds(5);
      audio().starve();
      await seconds(9);
      audio().begin();
    }
    expect(audio().connections).toHaveLength(1);
    audio().starve();
    await seconds(5);
    expect(audio().connections).toHaveLength(2);
  });
});

describe('another source', () => {
  it('takes over playback, without a pause', async () => {
    const engine = await playing();
    engine.sourceChanged();
    expect(audio().connections).toHaveLength(2);
    expect(stateOf(engine)).toBe('reconnecting');
    audio().begin();
    expect(stateOf(engine)).toBe('playing');
  });

  it('clears an old error', async () => {
    const engine = make();
    void engine.play();
    audio().break(4);
    await tick();
    engine.sourceChanged();
    expect(engine.sound()).toMatchObject({ state: 'idle', error: null });
  });

  it('does not start playback', async () => {
    const engine = await playing();
    engine.pause();
    engine.sourceChanged();
    expect(stateOf(engine)).toBe('paused');
    expect(audio().connectedTo).toBeNull();
  });
});

describe('an error from outside', () => {
  it('stops music', async () => {
    const engine = await playing();
    engine.fail(playerError('station_not_found'));
    expect(engine.sound()).toMatchObject({
      state: 'stopped',
      error: { code: 'station_not_found' },
    });
    expect(audio().connectedTo).toBeNull();
  });

  it.each([
    ['what played', async (engine: AudioEngine) => engine],
    [
      'what was given up',
      async (engine: AudioEngine) => {
        audio().isAway = true;
        audio().finish();
        await seconds(8 * 3_600);
        audio().isAway = false;
        return engine;
      },
    ],
  ])('ends when the source is back, and %s resumes', async (_, fate) => {
    let isThere = true;
    const live = { url: 'https://radio.test/live', startsAt: () => null };
    const engine = await fate(await playing({ source: () => (isThere ? live : null) }));
    isThere = false;
    engine.fail(playerError('station_not_found'));
    const count = audio().connections.length;
    window.dispatchEvent(new Event('online'));
    expect(stateOf(engine)).toBe('stopped');
    expect(audio().connections).toHaveLength(count);
    isThere = true;
    engine.sourceChanged();
    audio().begin();
    expect(engine.sound()).toMatchObject({ state: 'playing', error: null });
  });

  it('stays silent when the listener has paused in the meantime', async () => {
    const engine = await playing();
    engine.fail(playerError('station_not_found'));
    engine.pause();
    engine.sourceChanged();
    expect(engine.sound()).toMatchObject({ state: 'idle', error: null });
  });

  it('is an error when no music had begun', () => {
    const engine = make();
    engine.fail(playerError('station_not_found'));
    expect(stateOf(engine)).toBe('error');
  });
});

describe('mute and volume', () => {
  it('are independent of the state', async () => {
    const engine = make();
    engine.setMuted(true);
    engine.setVolume(0.25);
    expect(engine.sound()).toEqual({
      state: 'idle',
      error: null,
      cause: null,
      muted: true,
      volume: 0.25,
    });
    void engine.play();
    expect(audio()).toMatchObject({ muted: true, volume: 0.25 });
    audio().begin();
    engine.setMuted(false);
    expect(engine.sound()).toMatchObject({ state: 'playing', muted: false });
    expect(audio().muted).toBe(false);
    engine.pause();
    engine.setMuted(true);
    expect(engine.sound()).toMatchObject({ state: 'paused', muted: true });
  });

  it('follow what the device makes of them', async () => {
    const engine = await playing();
    audio().turn(0.5, true);
    await tick();
    expect(engine.sound()).toMatchObject({ muted: true, volume: 0.5 });
  });

  it.each([
    [2, 1],
    [-1, 0],
    [Infinity, 1],
    [Number.NaN, 1],
  ])('convert a volume of %d to %d', async (asked, taken) => {
    const engine = await playing({ volume: 0.5 });
    engine.setVolume(asked);
    expect(engine.sound().volume).toBe(taken);
    expect((await playing({ volume: asked })).sound().volume).toBe(taken);
  });
});

describe('several players', () => {
  it('pause when another one starts', async () => {
    const first = await playing();
    const second = await playing();
    expect(stateOf(first)).toBe('paused');
    expect(stateOf(second)).toBe('playing');
    expect(audio(0).connectedTo).toBeNull();
  });

  it('tell only our frames when one starts', async () => {
    const told = ['https://radio.test/demo?embed=true', 'https://ads.test/'].map((src) => {
      const frame = document.createElement('iframe');
      frame.src = src;
      document.body.append(frame);
      const post = vi.fn<(message: string, origin: string) => void>();
      Object.defineProperty(frame, 'contentWindow', { value: { postMessage: post } });
      return post;
    });
    await playing({ exclusive: false });
    expect(told[0]).not.toHaveBeenCalled();
    await playing();
    document.body.replaceChildren();
    expect(told[0]?.mock.calls).toEqual([['station-player plays', '*']]);
    expect(told[1]).not.toHaveBeenCalled();
  });

  it('pause when a frame of ours starts, unless they are not exclusive', async () => {
    const first = await playing();
    const apart = await playing({ exclusive: false });
    const hear = (changes: MessageEventInit) =>
      dispatchEvent(new MessageEvent('message', { data: 'station-player plays', ...changes }));
    hear({ origin: 'https://elsewhere.test' });
    hear({ origin: 'https://radio.test', data: 'something else' });
    expect(stateOf(first)).toBe('playing');
    hear({ origin: 'https://radio.test' });
    expect([stateOf(first), stateOf(apart)]).toEqual(['paused', 'playing']);
  });

  it('play together when the second is not exclusive', async () => {
    const first = await playing();
    const second = await playing({ exclusive: false });
    expect(stateOf(first)).toBe('playing');
    expect(stateOf(second)).toBe('playing');
  });

  it('stay silent when one that was given up could resume', async () => {
    const first = await givenUp();
    const second = make();
    void second.play();
    audio(1).begin();
    audio(0).isAway = false;
    window.dispatchEvent(new Event('online'));
    expect(stateOf(first)).toBe('stopped');
    expect(stateOf(second)).toBe('playing');
  });

  it('are not paused by a reconnection', async () => {
    const first = await playing();
    const second = await playing({ exclusive: false });
    audio(0).finish();
    await seconds(1);
    audio(0).begin();
    expect(stateOf(first)).toBe('playing');
    expect(stateOf(second)).toBe('playing');
  });
});

describe('the position that is heard', () => {
  const startsAt = () => 1_000_000;

  it('follows the sound, not the clock', async () => {
    const engine = make({ source: () => ({ url: 'https://radio.test/live', startsAt }) });
    expect(engine.heardAt()).toBeNull();
    void engine.play();
    await seconds(2);
    expect(engine.heardAt()).toBe(1_000_000);
    audio().begin();
    await seconds(4);
    expect(engine.heardAt()).toBe(1_004_000);
    audio().starve();
    await seconds(3);
    expect(engine.heardAt()).toBe(1_004_000);
    engine.pause();
    expect(engine.heardAt()).toBeNull();
  });

  it('stays where it was during the retries for a lost stream', async () => {
    const engine = await playing({
      source: () => ({ url: 'https://radio.test/live', startsAt }),
    });
    await seconds(4);
    audio().finish();
    await vi.advanceTimersByTimeAsync(500);
    expect(engine.heardAt()).toBe(1_004_000);
  });

  it('is unknown for a stream without times', async () => {
    const engine = await playing();
    expect(engine.heardAt()).toBeNull();
  });
});

describe('a destroyed engine', () => {
  it('leaves no listener, timer or connection, and settles pending plays', async () => {
    const added = vi.spyOn(window, 'addEventListener');
    const engine = make();
    const settled = engine.play();
    engine.destroy();
    await settled;
    await tick();
    expect(vi.getTimerCount()).toBe(0);
    expect(audio().connectedTo).toBeNull();
    changed.mockClear();
    audio().dispatchEvent(new Event('volumechange'));
    audio().dispatchEvent(new Event('playing'));
    window.dispatchEvent(new Event('online'));
    await engine.play();
    expect(changed).not.toHaveBeenCalled();
    expect(audio().connections).toHaveLength(1);
    for (const [, , options] of added.mock.calls) {
      expect(options).toMatchObject({ signal: { aborted: true } });
    }
  });

  it('is not paused by players that start later', async () => {
    const engine = await playing();
    engine.destroy();
    changed.mockClear();
    await playing({ changed: () => undefined });
    expect(changed).not.toHaveBeenCalled();
  });
});
