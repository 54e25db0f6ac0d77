import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { giveSound, serveStation, type FakeStation } from '../test/fake-station.ts';
import { moduleOrigin } from './module-origin.ts';
import type { PlayerError } from './player/player-errors.ts';
import { defineStationPlayer, StationPlayerElement } from './station-player.tsx';
import { button, STATION, TRACKS } from '../test/fake-player.ts';

let server: FakeStation;
let sound: ReturnType<typeof giveSound>;
beforeEach(async () => {
  server = await serveStation();
  sound = giveSound();
  defineStationPlayer('http://127.0.0.1:9');
});
afterEach(async () => {
  document.body.replaceChildren();
  // In the next task, elements decide whether they were only moved.
  await new Promise((resolve) => setTimeout(resolve));
  server.close();
});

function place(attributes: Record<string, string> = {}): StationPlayerElement {
  const element = document.createElement('station-player');
  const all = { station: 'demo', 'api-base': server.apiBase, ...attributes };
  for (const [name, value] of Object.entries(all)) element.setAttribute(name, value);
  document.body.append(element);
  return element;
}

function inside(element: StationPlayerElement): ShadowRoot {
  if (!element.shadowRoot) throw new Error('The element has not drawn itself.');
  return element.shadowRoot;
}

const shows = (element: StationPlayerElement, words: string) =>
  vi.waitFor(() => expect(inside(element).textContent).toContain(words));

/** Before that, changes on the server would not reach the player. */
const hasOpenedEvents = () =>
  vi.waitFor(() => expect(server.asked).toContain('/v1/stations/demo/events'));

async function placeLoaded(attributes?: Record<string, string>): Promise<StationPlayerElement> {
  const element = place(attributes);
  await shows(element, 'Morning Counter');
  await hasOpenedEvents();
  return element;
}

describe('<station-player>', () => {
  test('shows its station and plays it', async () => {
    const element = place();
    expect(inside(element).querySelector('[role=status]')?.textContent).toBe('Loading station...');
    await shows(element, 'Demo Radio');
    button(inside(element), 'Play').click();
    await shows(element, 'LIVE');
    expect(element.state).toBe('playing');
    expect(element.getAttribute('state')).toBe('playing');
    expect(element.track?.title).toBe('Morning Counter');
  });

  test('shows when the station is not on air, or has no slug', async () => {
    const unnamed = inside(place({ station: '' }));
    expect(unnamed.textContent).toBe('Station Not FoundNo station slug provided');
    await shows(
      place({ station: 'nobody' }),
      'Station Not FoundThe requested radio station could not be found or is not active.',
    );
  });

  test('takes on the look of its station while it is open, unless its attributes say otherwise', async () => {
    const [follows, insists] = [await placeLoaded(), await placeLoaded({ button: '00aa00' })];
    const colour = (element: StationPlayerElement, name: string) =>
      inside(element).querySelector<HTMLElement>('.embed')?.style.getPropertyValue(name);
    expect(colour(follows, '--sp-theme-button')).toBe('#1a0a53');
    server.changeStation({ accent_colour: '#c2410c', theme: 'dark' });
    await vi.waitFor(() => expect(colour(follows, '--sp-theme-background')).not.toBe('#FFFFFF'));
    expect(colour(follows, '--sp-theme-button')).not.toBe('#1a0a53');
    expect(colour(insists, '--sp-button')).toBe('#00aa00');
    server.changeStation({});
    await vi.waitFor(() => expect(colour(follows, '--sp-theme-button')).toBe('#1a0a53'));
  });

  test('can be defined twice, and under another name', () => {
    const first = customElements.get('station-player');
    defineStationPlayer('https://elsewhere.example');
    expect(customElements.get('station-player')).toBe(first);
    defineStationPlayer('https://elsewhere.example/', 'cafe-radio');
    const element = document.createElement('cafe-radio');
    expect(element).toBeInstanceOf(StationPlayerElement);
    expect(element).toHaveProperty('apiBase', 'https://elsewhere.example');
  });

  test('uses the server that it came from, unless another is given', () => {
    const element = document.createElement('station-player');
    expect(element.apiBase).toBe('http://127.0.0.1:9');
    element.apiBase = 'https://radio.example/';
    expect(element.getAttribute('api-base')).toBe('https://radio.example/');
    expect(element.apiBase).toBe('https://radio.example');
  });

  test('keeps playing when it is moved', async () => {
    const element = await placeLoaded();
    await element.play();
    const [audio] = sound.playing();
    const elsewhere = document.createElement('aside');
    document.body.append(elsewhere);
    elsewhere.append(element);
    element.remove();
    await Promise.resolve();
    elsewhere.append(element);
    await new Promise((resolve) => setTimeout(resolve));
    expect(sound.playing()).toEqual([audio]);
    expect(element.state).toBe('playing');
  });

  test('stops and releases everything when it is removed', async () => {
    const element = await placeLoaded();
    await element.play();
    element.remove();
    await vi.waitFor(() => expect(sound.playing()).toEqual([]));
    expect(element.state).toBe('idle');
    expect(inside(element).textContent).toBe('');
  });

  test('starts again when it is inserted after that', async () => {
    const element = await placeLoaded();
    element.remove();
    await vi.waitFor(() => expect(inside(element).textContent).toBe(''));
    document.body.append(element);
    await shows(element, 'Morning Counter');
  });

  test('restarts when its station changes', async () => {
    const element = await placeLoaded();
    await element.play();
    element.station = 'nobody';
    await shows(element, 'Station Not Found');
    expect(sound.playing()).toEqual([]);
    element.setAttribute('station', 'demo');
    await shows(element, 'Morning Counter');
  });

  test('reflects its look in both directions', async () => {
    const element = await placeLoaded({ background: '111', button: 'no colour', logo: 'false' });
    expect(element.background).toBe('#111');
    expect(element.button).toBe('#1a0a53');
    expect(element.logo).toBe(false);
    expect(inside(element).querySelector('.logo')).toBeNull();
    element.logo = true;
    element.song = false;
    element.font = 'f8f8f8';
    expect(element.getAttribute('song')).toBe('false');
    expect(inside(element).querySelector('.logo')).not.toBeNull();
    expect(inside(element).textContent).not.toContain('Morning Counter');
    element.button = '1a0a53';
    const style = inside(element).querySelector<HTMLElement>('.embed')?.style;
    expect(style?.getPropertyValue('--sp-background')).toBe('#111');
    expect(style?.getPropertyValue('--sp-color')).toBe('#f8f8f8');
    expect(style?.getPropertyValue('--sp-glyph')).toBe('#fff');
  });

  test('is muted by its attribute, its property and its button alike', async () => {
    const element = await placeLoaded({ muted: '' });
    expect(element.muted).toBe(true);
    await element.play();
    expect(sound.playing()[0]?.muted).toBe(true);
    button(inside(element), 'Unmute').click();
    expect(element.hasAttribute('muted')).toBe(false);
    element.muted = true;
    expect(sound.playing()[0]?.muted).toBe(true);
    expect(button(inside(element), 'Unmute')).toBeDefined();
    element.removeAttribute('muted');
    expect(sound.playing()[0]?.muted).toBe(false);
  });

  test.each([
    ['0.25', 0.25],
    ['2', 1],
    ['-1', 0],
    ['loud', 1],
  ])('converts the volume "%s" to %d', async (written, volume) => {
    const element = await placeLoaded({ volume: written });
    expect(element.volume).toBe(volume);
    await element.play();
    expect(sound.playing()[0]?.volume).toBe(volume);
    element.volume = 0.5;
    expect(element.getAttribute('volume')).toBe('0.5');
    expect(sound.playing()[0]?.volume).toBe(0.5);
  });

  test('takes over properties that were set before it was defined', async () => {
    const element = document.createElement('late-radio');
    const early = { station: 'demo', apiBase: server.apiBase, song: false, muted: true };
    Object.assign(element, early);
    document.body.append(element);
    defineStationPlayer('', 'late-radio');
    if (!(element instanceof StationPlayerElement)) throw new Error('It was not upgraded.');
    await shows(element, 'Demo Radio');
    expect({ ...early }).toEqual({
      station: element.station,
      apiBase: element.apiBase,
      song: element.song,
      muted: element.muted,
    });
    expect(element.getAttribute('station')).toBe('demo');
  });

  test('does nothing while it is not in a page', async () => {
    const element = document.createElement('station-player');
    element.station = 'demo';
    await element.play();
    await element.retry();
    element.pause();
    element.stop();
    expect(element.state).toBe('idle');
    expect(element.track).toBeNull();
    expect(server.asked).toEqual([]);
  });

  test('works without adopted stylesheets', () => {
    expect('adoptedStyleSheets' in inside(place())).toBe(false);
  });
});

/** An IntersectionObserver that the test controls. */
function giveSight() {
  const watched = new Map<Element, (near: boolean) => void>();
  const margins: (string | undefined)[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #seen: (changes: { isIntersecting: boolean }[]) => void;
      readonly #mine = new Set<Element>();
      constructor(seen: () => void, { rootMargin }: IntersectionObserverInit) {
        this.#seen = seen;
        margins.push(rootMargin);
      }
      observe(element: Element) {
        this.#mine.add(element);
        watched.set(element, (isIntersecting) => this.#seen([{ isIntersecting }]));
      }
      disconnect() {
        for (const element of this.#mine) watched.delete(element);
      }
    },
  );
  return {
    margins,
    watched,
    tell: (element: Element, near: boolean) => watched.get(element)?.(near),
  };
}

describe('a <station-player> outside the window', () => {
  let sight: ReturnType<typeof giveSight>;
  beforeEach(() => {
    sight = giveSight();
  });
  afterEach(() => vi.unstubAllGlobals());

  test('makes no request, and is a play button without text', () => {
    const element = place({ lang: 'de' });
    sight.tell(element, false);
    expect(server.asked).toEqual([]);
    expect(sight.margins).toEqual(['200px']);
    expect(inside(element).textContent?.trim()).toBe('');
    expect(button(inside(element), 'Play').disabled).toBe(false);
    expect(element.state).toBe('idle');
  });

  test('loads when it comes near the window, and is observed no more', async () => {
    const element = place();
    sight.tell(element, true);
    expect(inside(element).querySelector('[role=status]')?.textContent).toBe('Loading station...');
    await shows(element, 'Morning Counter');
    expect(sight.watched.size).toBe(0);
  });

  test('waits until the placeholder’s button is released, so that no press is lost', async () => {
    const element = document.createElement('station-player');
    const held = vi.spyOn(element, 'matches').mockReturnValue(true);
    element.setAttribute('station', 'demo');
    document.body.append(element);
    expect(element.shadowRoot).toBeNull();
    held.mockReturnValue(false);
    await vi.waitFor(() => expect(button(inside(element), 'Play')).toBeDefined());
  });

  test('plays from the first press, whose button keeps the focus', async () => {
    const element = place();
    const play = button(inside(element), 'Play');
    play.focus();
    play.click();
    await shows(element, 'LIVE');
    expect(element.state).toBe('playing');
    expect(inside(element).activeElement).toBe(button(inside(element), 'Pause'));
    expect(button(inside(element), 'Pause')).toBe(play);
  });

  test('plays when a script calls play', async () => {
    const element = place();
    await element.play();
    expect(sound.playing()).toHaveLength(1);
  });

  test.each([
    ['is eager from the start', { loading: 'eager' }],
    ['has autoplay', { autoplay: '' }],
  ])('also loads when it %s', async (_when, attributes) => {
    await placeLoaded(attributes);
  });

  test('loads when it becomes eager', async () => {
    const element = place({ loading: 'whenever' });
    expect(element.loading).toBe('lazy');
    element.loading = 'eager';
    await shows(element, 'Morning Counter');
  });

  test('is released when it is removed before it was near the window', async () => {
    const element = place();
    element.remove();
    await vi.waitFor(() => expect(sight.watched.size).toBe(0));
    expect(server.asked).toEqual([]);
  });
});

describe('a <station-player> that replaces the loader’s placeholder', () => {
  function standIn(): { element: HTMLElement; press: HTMLButtonElement } {
    const element = document.createElement('waiting-radio');
    element.setAttribute('station', 'demo');
    element.setAttribute('api-base', server.apiBase);
    const press = document.createElement('button');
    element.attachShadow({ mode: 'open' }).append(press, 'Stand-in');
    document.body.append(element);
    return { element, press };
  }

  /** A tag is defined once per document, so each test uses its own name. */
  function upgrade(element: HTMLElement, tag: string): StationPlayerElement {
    const upgraded = document.createElement(tag);
    for (const { name, value } of element.attributes) upgraded.setAttribute(name, value);
    upgraded.attachShadow({ mode: 'open' }).append(...(element.shadowRoot?.childNodes ?? []));
    element.replaceWith(upgraded);
    return upgraded as StationPlayerElement;
  }

  test('takes over its shadow root, and an earlier press', async () => {
    const { element, press } = standIn();
    const upgraded = upgrade(element, 'pressed-radio');
    press.focus();
    Object.assign(upgraded, { pressed: true });
    defineStationPlayer('', 'pressed-radio');
    expect(inside(upgraded).textContent).not.toContain('Stand-in');
    expect(inside(upgraded).activeElement).toBe(button(inside(upgraded), 'Pause'));
    await shows(upgraded, 'LIVE');
    expect(upgraded).not.toHaveProperty('pressed');
  });

  test('does not play without a press', async () => {
    const upgraded = upgrade(standIn().element, 'unpressed-radio');
    defineStationPlayer('', 'unpressed-radio');
    await shows(upgraded, 'Morning Counter');
    expect(upgraded.state).toBe('idle');
  });
});

describe('attributes of a <station-player>', () => {
  test.each([
    ['theme', 'theme', 'dark', 'night', 'light'],
    ['loading', 'loading', 'eager', 'sometime', 'lazy'],
    ['exclusive', 'exclusive', false, 'never', true],
    ['logo', 'logo', false, 'nope', true],
    ['volume', 'volume', 0.5, 'loud', 1],
  ])('reflect the property %s, in both directions', (property, attribute, value, bad, fallback) => {
    const element = document.createElement('station-player');
    expect(element).toHaveProperty(property, fallback);
    Reflect.set(element, property, value);
    expect(element.getAttribute(attribute)).toBe(String(value));
    expect(element).toHaveProperty(property, value);
    element.setAttribute(attribute, bad);
    expect(element).toHaveProperty(property, fallback);
  });

  test.each(['muted', 'autoplay'] as const)('are true when present: %s', (name) => {
    const element = document.createElement('station-player');
    expect(element[name]).toBe(false);
    element[name] = true;
    expect(element.getAttribute(name)).toBe('');
    element[name] = false;
    expect(element.hasAttribute(name)).toBe(false);
  });

  test('use the system’s colours with the theme auto', async () => {
    const element = await placeLoaded({ theme: 'dark' });
    const style = inside(element).querySelector<HTMLElement>('.embed')?.style;
    expect(style?.getPropertyValue('--sp-theme-background')).toBe('#1B1438');
    element.theme = 'auto';
    expect(style?.getPropertyValue('--sp-theme-background')).toBe('#FFFFFF');
    expect(element.background).toBe('#FFFFFF');
  });

  test('turn dark when the system does, until the player is destroyed', async () => {
    const system = Object.assign(new EventTarget(), { matches: false });
    vi.stubGlobal('matchMedia', () => system);
    vi.resetModules();
    const fresh = await import('./station-player.tsx');
    vi.unstubAllGlobals();
    fresh.defineStationPlayer(server.apiBase, 'evening-radio');
    const element = document.createElement('evening-radio');
    element.setAttribute('theme', 'auto');
    document.body.append(element);
    const style = element.shadowRoot?.querySelector<HTMLElement>('.embed')?.style;
    expect(style?.getPropertyValue('--sp-theme-background')).toBe('#FFFFFF');
    system.matches = true;
    system.dispatchEvent(new Event('change'));
    expect(style?.getPropertyValue('--sp-theme-background')).toBe('#1B1438');
    const released = vi.spyOn(system, 'removeEventListener');
    element.remove();
    await vi.waitFor(() => expect(released).toHaveBeenCalledOnce());
  });

  test('let one that is not exclusive play beside the others', async () => {
    const first = await placeLoaded();
    const second = await placeLoaded({ exclusive: 'false' });
    await first.play();
    await second.play();
    expect([first.state, second.state]).toEqual(['playing', 'playing']);
    await (await placeLoaded()).play();
    expect([first.state, second.state]).toEqual(['paused', 'playing']);
  });
});

describe('a <station-player> with autoplay', () => {
  test('plays automatically', async () => {
    const element = place({ autoplay: '' });
    await vi.waitFor(() => expect(element.state).toBe('playing'));
  });

  test('shows when the browser blocks it, and offers a button', async () => {
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(
      new DOMException('', 'NotAllowedError'),
    );
    const element = place({ autoplay: '' });
    await shows(element, 'Click to enable audio - browser blocked autoplay');
    expect(element.error).toEqual({
      code: 'autoplay_blocked',
      message: 'Click to enable audio - browser blocked autoplay',
    });
    expect(button(inside(element), 'Enable audio')).toBeDefined();
  });
});

describe('the language of <station-player>', () => {
  afterEach(() => {
    document.documentElement.removeAttribute('lang');
    vi.useRealTimers();
  });

  test('is that of the page around it, fetched once per page', async () => {
    document.documentElement.lang = 'de-AT';
    const element = place();
    expect(inside(element).textContent?.trim()).toBe('');
    await shows(element, 'Morning Counter');
    expect(button(inside(element), 'Abspielen')).toBeDefined();
    expect(inside(element).querySelector('[lang]')?.getAttribute('lang')).toBe('de');
    const second = place();
    await vi.waitFor(() => expect(button(inside(second), 'Abspielen')).toBeDefined());
    expect(server.asked.filter((path) => path === '/sdk/words-de.json')).toHaveLength(1);
  });

  test('is its own if it has one, and changes with it', async () => {
    document.documentElement.lang = 'de';
    const element = await placeLoaded({ lang: 'en' });
    expect(button(inside(element), 'Play')).toBeDefined();
    element.lang = 'fr';
    await vi.waitFor(() => expect(button(inside(element), 'Écouter')).toBeDefined());
    element.lang = 'ja';
    expect(button(inside(element), 'Play')).toBeDefined();
  });

  test('is English when its words cannot be fetched', async () => {
    const element = place({ lang: 'es' });
    await shows(element, 'Morning Counter');
    expect(button(inside(element), 'Play')).toBeDefined();
    expect(inside(element).querySelector('[lang]')?.getAttribute('lang')).toBe('en');
  });

  test('is English after two seconds without an answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const element = place({ lang: 'it' });
    await vi.waitFor(() => expect(server.asked).toContain('/sdk/words-it.json'));
    expect(inside(element).textContent?.trim()).toBe('');
    vi.advanceTimersByTime(2_000);
    await shows(element, 'Morning Counter');
    expect(button(inside(element), 'Play')).toBeDefined();
  });
});

describe('a destroyed <station-player>', () => {
  test('is silent and empty, and receives nothing more', async () => {
    const element = await placeLoaded();
    await element.play();
    element.destroy();
    expect(sound.playing()).toEqual([]);
    expect(inside(element).textContent?.trim()).toBe('');
    expect(element.getAttribute('state')).toBe('idle');
    await element.play();
    await element.retry();
    element.station = 'nobody';
    element.theme = 'dark';
    expect(inside(element).textContent?.trim()).toBe('');
    expect(sound.playing()).toEqual([]);
  });
});

test('Retry moves its focus to Play', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValueOnce(
    new DOMException('not now', 'NotAllowedError'),
  );
  const element = await placeLoaded();
  await element.play();
  const retry = button(inside(element), 'Enable audio');
  retry.focus();
  retry.click();
  await vi.waitFor(() =>
    expect(element.shadowRoot?.activeElement?.getAttribute('aria-label')).toBe('Pause'),
  );
});

describe('a change of station', () => {
  test('keeps playing with keep-playing, in the same audio element', async () => {
    const element = await placeLoaded({ 'keep-playing': '' });
    expect(element.keepPlaying).toBe(true);
    await element.play();
    const [audio] = sound.playing();
    element.exclusive = false;
    expect(element.paused).toBe(false);
    await vi.waitFor(() => expect(element.state).toBe('playing'));
    expect(sound.playing()).toEqual([audio]);
  });

  test('stays silent when nothing played, or without keep-playing', async () => {
    const silent = await placeLoaded({ 'keep-playing': '' });
    silent.station = 'demo2';
    expect(silent.paused).toBe(true);
    const element = await placeLoaded({ 'keep-playing': 'false' });
    expect(element.keepPlaying).toBe(false);
    await element.play();
    element.keepPlaying = true;
    element.keepPlaying = false;
    element.station = 'demo2';
    expect(element.paused).toBe(true);
    expect(sound.playing()).toEqual([]);
  });
});

test('a player that a bundle made without apiBase says so, once, and asks nobody', async () => {
  const faults: PlayerError[] = [];
  const request = vi.spyOn(globalThis, 'fetch');
  defineStationPlayer('', 'bundled-radio');
  const element = document.createElement('bundled-radio') as StationPlayerElement;
  element.addEventListener('error', ({ detail }) => faults.push(detail));
  element.station = 'demo';
  document.body.append(element);
  await element.play();
  await element.retry();
  expect(faults).toEqual([{ code: 'no_api_base', message: 'No apiBase provided' }]);
  expect(inside(element).textContent).toContain('No apiBase provided');
  element.apiBase = server.apiBase;
  await shows(element, 'Morning Counter');
  expect(request.mock.calls.map(([url]) => new URL(String(url)).origin)).not.toContain(
    location.origin,
  );
});

test('two copies of the SDK on one page work, and only one of them plays at a time', async () => {
  const first = await placeLoaded();
  vi.resetModules();
  const other = await import('./station-player.tsx');
  expect(other.StationPlayerElement).not.toBe(StationPlayerElement);
  other.defineStationPlayer(server.apiBase);
  other.defineStationPlayer(server.apiBase, 'second-radio');
  const second = document.createElement('second-radio') as StationPlayerElement;
  second.station = 'demo';
  document.body.append(second);
  await shows(second, 'Morning Counter');
  await first.play();
  await second.play();
  expect([first.state, second.state]).toEqual(['paused', 'playing']);
  await first.play();
  expect([first.state, second.state]).toEqual(['playing', 'paused']);
});

test.each([
  ['https://radio.example.com/sdk/element.js', 'https://radio.example.com'],
  ['http://localhost:8000/sdk/0.1.0/shared-abc.js', 'http://localhost:8000'],
  ['https://shop.example/assets/index-abc.js', ''],
  ['http://localhost:5173/node_modules/.vite/deps/@stationhouse_sdk_element.js', ''],
  ['file:///app/node_modules/@stationhouse/sdk/dist/element.js', ''],
  [undefined, ''],
])('a module at %s belongs to the server “%s”', (url, origin) => {
  expect(moduleOrigin(url)).toBe(origin);
});

describe('the events of <station-player>', () => {
  test('reach the page with their details, in order', async () => {
    const heard: [string, unknown][] = [];
    const types = ['statechange', 'trackchange', 'play', 'pause', 'error'];
    const listen = ({ type, detail }: CustomEventInit & { type: string }) =>
      heard.push([type, detail]);
    const closing = new AbortController();
    for (const type of types) {
      // The test listens on the document; only our own events have a detail.
      document.addEventListener(type, (event) => listen(event as CustomEvent), closing);
    }
    const element = await placeLoaded();
    await element.play();
    server.nextTrack();
    await shows(element, 'Second Cup');
    element.pause();
    closing.abort();
    expect(heard.map(([type]) => type)).toEqual([
      'trackchange',
      'statechange',
      'statechange',
      'play',
      'trackchange',
      'statechange',
      'pause',
    ]);
    expect(heard[2]).toEqual(['statechange', { state: 'playing', cause: null }]);
    expect(heard[4]).toMatchObject(['trackchange', { track: { title: 'Second Cup' } }]);
    expect(heard[6]).toEqual(['pause', null]);
  });

  test.each([
    ['its station changes', (element: StationPlayerElement) => (element.station = 'nobody')],
    ['it is destroyed', (element: StationPlayerElement) => element.destroy()],
    ['it is taken away', (element: StationPlayerElement) => element.remove()],
    ['it is stopped', (element: StationPlayerElement) => element.stop()],
    ['it is paused', (element: StationPlayerElement) => element.pause()],
    ['its station goes off air', (element: StationPlayerElement) => (element.apiBase = '')],
  ])('report that the music has ended when %s', async (_, end) => {
    const element = await placeLoaded();
    await element.play();
    const heard: string[] = [];
    element.addEventListener('play', ({ type }) => heard.push(type));
    element.addEventListener('pause', ({ type }) => {
      heard.push(type);
      expect(element.paused).toBe(true);
    });
    end(element);
    await vi.waitFor(() => expect(heard).toEqual(['pause']));
    expect(sound.playing()).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve));
    expect(heard).toEqual(['pause']);
  });

  test('report every state, also those that a destroyed player and a new station begin with', async () => {
    const element = await placeLoaded();
    const states: string[] = [];
    element.addEventListener('statechange', ({ detail }) => {
      states.push(detail.state);
      expect([element.state, element.getAttribute('state')]).toEqual([detail.state, detail.state]);
      expect(element.paused).toBe(!['loading', 'playing', 'reconnecting'].includes(detail.state));
    });
    await element.play();
    element.station = '';
    expect(states).toEqual(['loading', 'playing', 'stopped', 'idle', 'error']);
    element.station = 'demo';
    await shows(element, 'Morning Counter');
    expect(states.splice(5)).toEqual(['stopped', 'idle']);
    await element.play();
    element.destroy();
    expect(states.splice(5)).toEqual(['loading', 'playing', 'stopped', 'idle']);
  });

  test('never leave a page with a play that has no pause', async () => {
    const element = await placeLoaded();
    const heard: string[] = [];
    element.addEventListener('statechange', ({ detail }) => {
      if (detail.state === 'playing') element.pause();
    });
    for (const type of ['play', 'pause'] as const) {
      element.addEventListener(type, () => heard.push(type));
    }
    await element.play();
    expect([element.state, element.paused]).toEqual(['paused', true]);
    expect(heard).toEqual(['pause']);
  });

  test('report the station when it is known, when its data changes and when it is another', async () => {
    const element = place();
    const heard: unknown[] = [];
    element.addEventListener('stationchange', ({ detail }) => heard.push(detail.station?.name));
    element.addEventListener('ready', () => heard.push('ready'));
    expect([element.stationInfo, element.tracks]).toEqual([null, null]);
    await shows(element, 'Morning Counter');
    await hasOpenedEvents();
    expect(heard.splice(0)).toEqual(['Demo Radio', 'ready']);
    expect(element.stationInfo).toEqual({
      name: 'Demo Radio',
      logo: STATION.station_logo_url,
      url: STATION.station_url,
    });
    expect(element.tracks).toEqual(TRACKS);
    server.changeStation({ station_name: 'Other Radio', own_url: 'https://radio.shop.example' });
    await vi.waitFor(() => expect(heard.splice(0)).toEqual(['Other Radio']));
    expect(element.stationInfo?.url).toBe('https://radio.shop.example');
    element.station = 'nobody';
    expect([element.stationInfo, element.tracks]).toEqual([null, null]);
    await vi.waitFor(() => expect(heard.splice(0)).toEqual([undefined]));
    element.station = 'demo';
    await vi.waitFor(() => expect(heard.splice(0)).toEqual(['Demo Radio', 'ready']));
    element.station = STATION.public_id;
    expect(element.stationInfo).toBeNull();
    await vi.waitFor(() => expect(heard).toEqual(['Demo Radio', 'ready']));
  });

  test('report an error on the element only, since window.onerror is the page’s own', async () => {
    const onElement = vi.fn<(fault: PlayerError) => void>();
    const onWindow = vi.fn<(event: Event) => void>();
    window.addEventListener('error', onWindow);
    const element = await placeLoaded();
    element.addEventListener('error', ({ detail }) => onElement(detail));
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(
      new DOMException('', 'NotSupportedError'),
    );
    await element.play();
    window.removeEventListener('error', onWindow);
    expect(onElement).toHaveBeenCalledExactlyOnceWith({
      code: 'unavailable',
      message: 'Stream unavailable',
    });
    expect(onWindow).not.toHaveBeenCalled();
    expect(button(inside(element), 'Play').disabled).toBe(true);
    expect(button(inside(element), 'Retry')).toBeDefined();
  });

  test('report mute and volume, whatever changed them', async () => {
    const element = await placeLoaded();
    const heard: unknown[] = [];
    element.addEventListener('volumechange', ({ detail }) => heard.push(detail));
    button(inside(element), 'Mute').click();
    element.volume = 0.5;
    expect(heard).toEqual([
      { muted: true, volume: 1 },
      { muted: true, volume: 0.5 },
    ]);
  });

  test('report a volume that the device has set, which is then reflected', async () => {
    const element = await placeLoaded();
    await element.play();
    const heard: unknown[] = [];
    element.addEventListener('volumechange', ({ detail }) => heard.push(detail));
    for (const audio of sound.playing()) {
      audio.volume = 0.25;
      audio.dispatchEvent(new Event('volumechange'));
    }
    expect(element.getAttribute('volume')).toBe('0.25');
    expect(heard).toEqual([{ muted: false, volume: 0.25 }]);
  });

  test('report play once, whatever interruptions follow, and again after a pause', async () => {
    const element = await placeLoaded();
    const heard: string[] = [];
    for (const type of ['play', 'pause'] as const) {
      element.addEventListener(type, () => heard.push(type));
    }
    await element.play();
    const [audio] = sound.playing();
    audio?.dispatchEvent(new Event('waiting'));
    expect(element.state).toBe('loading');
    audio?.dispatchEvent(new Event('playing'));
    audio?.dispatchEvent(new Event('ended'));
    await element.play();
    expect(element.state).toBe('playing');
    expect(heard).toEqual(['play']);
    element.pause();
    await element.play();
    expect(heard).toEqual(['play', 'pause', 'play']);
  });

  test('report the cause of a lost stream during the retries', async () => {
    const element = await placeLoaded();
    await element.play();
    const heard = new Promise<unknown>((resolve) =>
      element.addEventListener('statechange', ({ detail }) => resolve(detail), { once: true }),
    );
    sound.playing()[0]?.dispatchEvent(new Event('ended'));
    expect(await heard).toEqual({
      state: 'reconnecting',
      cause: { code: 'stream_error', message: 'Stream error' },
    });
    expect(element.error).toBeNull();
  });
});
