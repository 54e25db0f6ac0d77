import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { giveSound, serveStation, type FakeStation } from '../test/fake-station.ts';
import type { PlayerError } from './player/player.ts';
import { defineStationPlayer, StationPlayerElement } from './station-player.tsx';
import { button } from '../test/fake-player.ts';

let server: FakeStation;
let sound: ReturnType<typeof giveSound>;
beforeEach(async () => {
  server = await serveStation();
  sound = giveSound();
  defineStationPlayer('http://127.0.0.1:9');
});
afterEach(async () => {
  document.body.replaceChildren();
  // Elements judge in the next task whether they were only moved.
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

async function placeLoaded(attributes?: Record<string, string>): Promise<StationPlayerElement> {
  const element = place(attributes);
  await shows(element, 'Morning Counter');
  return element;
}

describe('<station-player>', () => {
  test('shows its station and plays it', async () => {
    const element = place();
    expect(inside(element).textContent).toBe('Loading station...');
    await shows(element, 'Demo Radio');
    button(inside(element), 'Play').click();
    await shows(element, 'LIVE');
    expect(element.state).toBe('playing');
    expect(element.getAttribute('state')).toBe('playing');
    expect(element.track?.title).toBe('Morning Counter');
  });

  test('says so where the station is not on air, or none is named', async () => {
    const unnamed = inside(place({ station: '' }));
    expect(unnamed.textContent).toBe('Station Not FoundNo station slug provided');
    await shows(place({ station: 'nobody' }), 'Station Not FoundStation not found or not active');
  });

  test('can be defined twice, and under a name of one’s own', () => {
    const first = customElements.get('station-player');
    defineStationPlayer('https://elsewhere.example');
    expect(customElements.get('station-player')).toBe(first);
    defineStationPlayer('https://elsewhere.example/', 'cafe-radio');
    const element = document.createElement('cafe-radio');
    expect(element).toBeInstanceOf(StationPlayerElement);
    expect(element).toHaveProperty('apiBase', 'https://elsewhere.example');
  });

  test('asks the server that it came from, unless told of another', () => {
    const element = document.createElement('station-player');
    expect(element.apiBase).toBe('http://127.0.0.1:9');
    element.apiBase = 'https://radio.example/';
    expect(element.getAttribute('api-base')).toBe('https://radio.example/');
    expect(element.apiBase).toBe('https://radio.example');
  });

  test('goes on playing when it is moved', async () => {
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

  test('falls silent and lets go of everything when it is taken away for good', async () => {
    const element = await placeLoaded();
    await element.play();
    element.remove();
    await vi.waitFor(() => expect(sound.playing()).toEqual([]));
    expect(element.state).toBe('idle');
    expect(inside(element).textContent).toBe('');
  });

  test('begins again when it comes back after that', async () => {
    const element = await placeLoaded();
    element.remove();
    await vi.waitFor(() => expect(inside(element).textContent).toBe(''));
    document.body.append(element);
    await shows(element, 'Morning Counter');
  });

  test('is another player when its station changes', async () => {
    const element = await placeLoaded();
    await element.play();
    element.station = 'nobody';
    await shows(element, 'Station Not Found');
    expect(sound.playing()).toEqual([]);
    element.setAttribute('station', 'demo');
    await shows(element, 'Morning Counter');
  });

  test('reads and writes its look both ways', async () => {
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
  ])('takes the volume "%s" as %d', async (written, volume) => {
    const element = await placeLoaded({ volume: written });
    expect(element.volume).toBe(volume);
    await element.play();
    expect(sound.playing()[0]?.volume).toBe(volume);
    element.volume = 0.5;
    expect(element.getAttribute('volume')).toBe('0.5');
    expect(sound.playing()[0]?.volume).toBe(0.5);
  });

  test('takes what was set before it was defined', async () => {
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

  test('does nothing, quietly, while it is not in a page', async () => {
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

  test('does without adopted stylesheets where a browser has none', () => {
    expect('adoptedStyleSheets' in inside(place())).toBe(false);
  });
});

describe('the events of <station-player>', () => {
  test('reach the page and say what happened, in order', async () => {
    const heard: [string, unknown][] = [];
    const types = ['statechange', 'trackchange', 'play', 'pause', 'error'];
    const listen = ({ type, detail }: CustomEventInit & { type: string }) =>
      heard.push([type, detail]);
    const closing = new AbortController();
    for (const type of types) {
      // A page listens to all of them on the document; only our own events have a detail.
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
    expect(heard[2]).toEqual(['statechange', { state: 'playing' }]);
    expect(heard[4]).toMatchObject(['trackchange', { track: { title: 'Second Cup' } }]);
    expect(heard[6]).toEqual(['pause', null]);
  });

  test('tell of a fault on the element alone, since window.onerror is the page’s own', async () => {
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
      code: 'format_unsupported',
      message: 'Audio format not supported',
    });
    expect(onWindow).not.toHaveBeenCalled();
    expect(button(inside(element), 'Play').disabled).toBe(true);
    expect(button(inside(element), 'Retry')).toBeDefined();
  });
});
