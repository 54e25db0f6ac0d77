import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openFakeWindow, type FakeWindow } from '../test/fake-window.ts';
import type { StationPlayerGlobal } from './script-tag-global.ts';

const SERVER = 'https://radio.example';

let page: FakeWindow;
const observers = new Set<MutationObserver>();
beforeEach(() => {
  page = openFakeWindow();
  // Each test has its own page, since a loader observes its page to the end.
  class PageObserver extends MutationObserver {
    override observe(...where: Parameters<MutationObserver['observe']>): void {
      observers.add(this);
      super.observe(...where);
    }
  }
  vi.stubGlobal('MutationObserver', PageObserver);
});
afterEach(() => {
  for (const observer of observers) observer.disconnect();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, 'StationPlayer');
  document.head.replaceChildren();
  document.body.replaceChildren();
});

/** A tag as a site owner pastes it. */
function paste(attributes: Record<string, string> = {}, into: Element = document.body) {
  const tag = document.createElement('script');
  // Set without loading anything: `run` runs what would arrive.
  tag.type = 'text/plain';
  tag.src = `${SERVER}/sdk/player.js`;
  for (const [name, value] of Object.entries(attributes)) tag.setAttribute(name, value);
  into.append(tag);
  return tag;
}

/** Runs the loader as the browser does for this tag. A module does not know its tag. */
async function run(tag: HTMLScriptElement | null = paste()) {
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(tag);
  vi.resetModules();
  await import('./loader.ts');
}

function place(attributes: Record<string, string> = {}, into: Element = document.body) {
  const element = document.createElement('station-player');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  into.append(element);
  return element;
}

/** The scripts that the loader has inserted into the page. */
const fetched = () =>
  [...document.head.querySelectorAll('script')].filter(({ src }) =>
    src.includes('station-player-'),
  );

/** The fetched script arrives, and turns the queue into the global. */
function arrives() {
  Object.assign(globalThis.StationPlayer ?? {}, { createPlayer: vi.fn<() => void>() });
  fetched().at(-1)?.dispatchEvent(new Event('load'));
}
const isBlocked = () => fetched().at(-1)?.dispatchEvent(new Event('error'));

function facade(element: Element) {
  const button = element.shadowRoot?.querySelector('button');
  const notice = element.shadowRoot?.querySelector('[role=alert]');
  if (!button || !notice) throw new Error('The element has no facade.');
  return { button, notice };
}

function sdk() {
  const whenReady = globalThis.StationPlayer?.whenReady;
  if (!whenReady) throw new Error('No global.');
  return { whenReady };
}

describe('the loader', () => {
  test('gives every player a button, wherever and whenever it is inserted', async () => {
    const early = place();
    await run();
    expect(facade(early).button.title).toBe('Play');
    const late = place({}, document.body.appendChild(document.createElement('main')));
    await vi.waitFor(() => expect(facade(late).button.title).toBe('Play'));
  });

  test('fetches nothing before a player comes near the window, and then once', async () => {
    const [one, other] = [place(), place()];
    await run();
    expect(page.watched()).toEqual([one, other]);
    expect(fetched()).toEqual([]);
    page.comesNear(one);
    page.comesNear(other);
    expect(fetched()).toHaveLength(1);
  });

  test.each<Record<string, string>>([{ loading: 'eager' }, { autoplay: '' }])(
    'fetches at once for %o',
    async (wish) => {
      place(wish);
      await run();
      expect(fetched()).toHaveLength(1);
    },
  );

  test('fetches the player of its own release, with integrity hash and nonce', async () => {
    place({ loading: 'eager' });
    await run(paste({ nonce: 'n0nce' }));
    const [script] = fetched();
    expect(script?.src).toBe(`${SERVER}/sdk/0.0.0/station-player-0.js`);
    expect(script?.integrity).toBe('sha384-0');
    expect(script?.crossOrigin).toBe('');
    expect(script?.nonce).toBe('n0nce');
  });

  test('works on a page that requires trusted types, with one policy under its own name', async () => {
    const made: string[] = [];
    const createPolicy = (name: string, rules: { createScriptURL(url: string): string }) => {
      made.push(name);
      return { createScriptURL: (url: string) => `${rules.createScriptURL(url)}#trusted` };
    };
    vi.stubGlobal('trustedTypes', { createPolicy });
    const element = place({ loading: 'eager' });
    await run();
    isBlocked();
    facade(element).button.click();
    expect(fetched().map(({ src }) => src.endsWith('#trusted'))).toEqual([true, true]);
    expect(made).toEqual(['station-player']);
  });

  test('keeps a press for the player, and fetches it', async () => {
    const element = place();
    await run();
    facade(element).button.click();
    expect(element).toHaveProperty('pressed', true);
    expect(fetched()).toHaveLength(1);
  });

  test('shows when the player cannot be fetched, and retries at the next press', async () => {
    const element = place({ loading: 'eager' });
    await run();
    isBlocked();
    await vi.waitFor(() => expect(facade(element).notice.textContent).toBe('Stream unavailable'));
    facade(element).button.click();
    expect(facade(element).notice.textContent).toBe('');
    expect(fetched()).toHaveLength(2);
  });

  test.each([
    ['de-AT', 'Abspielen', 'Stream nicht verfügbar'],
    ['it', 'Riproduci', 'Streaming non disponibile'],
    ['nl', 'Play', 'Stream unavailable'],
  ])('uses the language of the page: %s', async (lang, play, unavailable) => {
    const around = document.body.appendChild(document.createElement('div'));
    around.lang = lang;
    const element = place({ loading: 'eager' }, around);
    await run();
    expect(facade(element).button.title).toBe(play);
    isBlocked();
    await vi.waitFor(() => expect(facade(element).notice.textContent).toBe(unavailable));
  });

  test('has the button’s colour, and ignores an invalid one', async () => {
    const colours = ['#b71c1c', '1a0a53', 'red;color:red', 'url(x)'].map((button) =>
      place({ button }),
    );
    await run();
    expect(colours.map((element) => facade(element).button.style.backgroundColor)).toEqual([
      'rgb(183, 28, 28)',
      'rgb(26, 10, 83)',
      '',
      '',
    ]);
    expect(colours.map((element) => element.getAttribute('style'))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('the loader’s tag', () => {
  const players = () => [...document.querySelectorAll('station-player')];

  test('inserts its station’s player after itself, with its options', async () => {
    const tag = paste({ 'data-station': 'demo', 'data-song': 'false', 'data-onclick': 'alert(1)' });
    document.body.append('the page goes on');
    await run(tag);
    const [player] = players();
    expect(tag.nextSibling).toBe(player);
    expect(player?.outerHTML).toBe(
      `<station-player api-base="${SERVER}" station="demo" song="false"></station-player>`,
    );
    await vi.waitFor(() => expect(player?.shadowRoot).toBeTruthy());
  });

  test('keeps the player’s place with its style, and moves the style to the player', async () => {
    const box = 'display: block; width: 300px; height: 450px';
    const tag = paste({ 'data-station': 'demo', style: box });
    await run(tag);
    expect(players()[0]?.getAttribute('style')).toBe(box);
    expect(tag.hasAttribute('style')).toBe(false);
  });

  test('keeps its style without a station', async () => {
    const tag = paste({ style: 'display: none' });
    await run(tag);
    expect(tag.getAttribute('style')).toBe('display: none');
  });

  test('in the head inserts the player into the body', async () => {
    await run(paste({ 'data-station': 'demo' }, document.head));
    expect(players()[0]?.parentElement).toBe(document.body);
  });

  test('inserts a player for each copy on a page, but only one when a copy runs again', async () => {
    const [one, other] = [paste({ 'data-station': 'one' }), paste({ 'data-station': 'other' })];
    await run(one);
    const begun = globalThis.StationPlayer;
    await run(other);
    await run(one);
    expect(globalThis.StationPlayer).toBe(begun);
    expect(players().map((player) => player.getAttribute('station'))).toEqual(['one', 'other']);
  });

  test('is found by its address where the browser does not tell, as for a module', async () => {
    paste({ src: `${SERVER}/sdk/v1/player.js`, 'data-station': 'demo' });
    paste({ src: `${SERVER}/another/script.js`, 'data-station': 'not ours' });
    paste({ src: 'https://sdk.music.example/their-player.js', 'data-station': 'not ours' });
    await run(null);
    expect(players().map((player) => player.getAttribute('station'))).toEqual(['demo']);
  });

  test.each([
    // jQuery 1.12 and 3.7, `.html('<script …>')`: same origin, the source runs as an inline script.
    ['an inline script', {}],
    // Another origin: a second tag with the same address, and nothing else of the first.
    ['a tag with its address', { src: `${SERVER}/sdk/player.js` }],
  ])('is found by its address where jQuery runs it by %s', async (_by, attributes) => {
    const tag = paste({ 'data-station': 'demo' });
    const runner = document.createElement('script');
    runner.type = 'text/plain';
    Object.assign(runner, attributes);
    document.head.append(runner);
    await run(runner);
    expect(tag.nextSibling).toBe(players()[0]);
    await vi.waitFor(() => expect(players()[0]?.shadowRoot).toBeTruthy());
    await run(tag);
    expect(players()).toHaveLength(1);
  });

  test.each<[string, Record<string, string>]>([
    ['data-api-base', { 'data-station': 'demo', 'data-api-base': `${SERVER}/` }],
    ['the address in data-station', { 'data-station': ` ${SERVER}/demo ` }],
  ])('whose file an optimiser has moved finds the player by %s', async (_by, attributes) => {
    for (const src of [
      'https://shop.example/wp-content/cache/player-4f2a.js',
      'https://cdn.example/a1/radio.example/sdk/player.js',
    ]) {
      await run(paste({ src, ...attributes, 'data-loading': 'eager' }));
      await vi.waitFor(() => expect(fetched()[0]?.src).toMatch(`${SERVER}/sdk/0.0.0/`));
      expect(players().at(-1)?.getAttribute('api-base')).toMatch(SERVER);
    }
  });

  test('whose file was moved, without an address, says in the console what it needs', async () => {
    const said = vi.spyOn(console, 'error').mockReturnValue();
    const src = 'https://shop.example/cache/4f2a.js';
    await run(paste({ src, 'data-station': 'demo' }));
    place();
    await run(paste({ src }));
    expect(said.mock.calls).toEqual([
      ['station-player needs data-api-base.'],
      ['station-player needs data-api-base.'],
    ]);
    expect(document.querySelectorAll('station-player')).toHaveLength(1);
  });

  test('works beside an element with the id StationPlayer, and leaves a global of that name alone', async () => {
    // Named access on the window: each element with an id is a global.
    const box = document.createElement('div');
    Object.assign(globalThis, { StationPlayer: box });
    const before = Object.keys(box);
    await run(paste({ 'data-station': 'demo', 'data-loading': 'eager' }));
    await vi.waitFor(() => expect(fetched()).toHaveLength(1));
    await run(paste({ 'data-station': 'other' }));
    expect(globalThis.StationPlayer).toBe(box);
    expect(Object.keys(box)).toEqual(before);
    expect(players()).toHaveLength(2);
  });

  test('uses its own server beside another one’s', async () => {
    await run();
    await run(paste({ src: 'https://other.example/sdk/player.js', 'data-station': 'demo' }));
    expect(players()[0]?.getAttribute('api-base')).toBe('https://other.example');
  });
});

describe('the global before the player is loaded', () => {
  test('keeps tasks from before and after, and fetches the player for them', async () => {
    const early = vi.fn<(sdk: StationPlayerGlobal) => void>();
    const late = vi.fn<(sdk: StationPlayerGlobal) => void>();
    globalThis.StationPlayer = { q: [early] };
    const { q } = globalThis.StationPlayer;
    await run();
    expect(fetched()).toHaveLength(1);
    q.push(late);
    expect([...q]).toEqual([early, late]);
    expect(early).not.toHaveBeenCalled();
  });

  test('resolves whenReady with the full global', async () => {
    await run();
    const ready = sdk().whenReady();
    arrives();
    expect(await ready).toBe(globalThis.StationPlayer);
    expect(sdk().whenReady()).toBe(ready);
  });

  test('rejects with a code when the player could not be fetched, and retries when called again', async () => {
    await run();
    const failed = sdk().whenReady();
    isBlocked();
    await expect(failed).rejects.toMatchObject({ code: 'player_load_failed' });
    await expect(failed).rejects.toBeInstanceOf(Error);
    const ready = sdk().whenReady();
    arrives();
    await expect(ready).resolves.toBe(globalThis.StationPlayer);
  });
});
