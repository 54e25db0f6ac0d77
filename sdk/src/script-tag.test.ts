import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { giveSound, serveStation, type FakeStation } from '../test/fake-station.ts';

let server: FakeStation;
// One for all tests: an element stays bound to the server that its tag was first loaded from.
beforeAll(async () => {
  server = await serveStation();
});
afterAll(() => server.close());
beforeEach(() => {
  giveSound();
});
afterEach(async () => {
  document.body.replaceChildren();
  document.head.replaceChildren();
  Reflect.deleteProperty(globalThis, 'StationPlayer');
  await new Promise((resolve) => setTimeout(resolve));
});

/** A tag as a site owner pastes it. */
function paste(attributes: Record<string, string> = {}, into: Element = document.body) {
  const tag = document.createElement('script');
  // Set without loading anything: `run` runs what would arrive.
  tag.type = 'text/plain';
  tag.src = `${server.apiBase}/sdk/player.js`;
  for (const [name, value] of Object.entries(attributes)) tag.setAttribute(name, value);
  into.append(tag);
  return tag;
}

/** Runs the script as the browser does for this tag. */
async function run(tag: HTMLScriptElement | null) {
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(tag);
  vi.resetModules();
  await import('./script-tag.ts');
}

const players = () => [...document.querySelectorAll('station-player')];
const shows = (index: number, words: string) =>
  vi.waitFor(() => expect(players()[index]?.shadowRoot?.textContent).toContain(words));

function sdk() {
  const { StationPlayer } = globalThis;
  if (!StationPlayer || !('createPlayer' in StationPlayer)) throw new Error('No global.');
  return StationPlayer;
}

describe('the script tag', () => {
  test('inserts its station’s player after itself, with its own server', async () => {
    const tag = paste({ 'data-station': 'demo' });
    document.body.append('the page goes on');
    await run(tag);
    await shows(0, 'Morning Counter');
    expect(tag.nextSibling).toBe(players()[0]);
  });

  test('passes its options on to the player, and nothing else', async () => {
    await run(
      paste({
        'data-station': 'demo',
        'data-background': '111',
        'data-song': 'false',
        'data-muted': '',
        'data-api-base': server.apiBase,
        'data-onclick': 'alert(1)',
      }),
    );
    const names = new Set(players()[0]?.getAttributeNames());
    expect(names).toEqual(new Set(['station', 'background', 'song', 'muted', 'api-base', 'state']));
  });

  test('leaves a global of another program alone, and plays', async () => {
    const theirs = { version: 3 };
    Object.assign(globalThis, { StationPlayer: theirs });
    await run(paste({ 'data-station': 'demo' }));
    await shows(0, 'Morning Counter');
    expect(globalThis.StationPlayer).toBe(theirs);
    expect(theirs).toEqual({ version: 3 });
  });

  test('without a station only defines the element', async () => {
    await run(paste());
    expect(players()).toEqual([]);
    expect(customElements.get('station-player')).toBeDefined();
  });

  test('in the head inserts the player into the body', async () => {
    await run(paste({ 'data-station': 'demo' }, document.head));
    expect(players()[0]?.parentElement).toBe(document.body);
  });

  test('loaded twice does no harm', async () => {
    const first = paste({ 'data-station': 'demo' });
    await run(first);
    const before = globalThis.StationPlayer;
    await run(first);
    expect(players()).toHaveLength(1);
    await run(paste({ 'data-station': 'demo' }));
    expect(players()).toHaveLength(2);
    await shows(1, 'Morning Counter');
    expect(globalThis.StationPlayer).toBe(before);
  });

  test('works when a bundler leaves no tag', async () => {
    await run(null);
    expect(players()).toEqual([]);
    expect(sdk().createPlayer({ station: '' }).snapshot().error?.code).toBe('no_slug');
  });

  test('opens one global, whose players use the same server', async () => {
    const before = Object.keys(globalThis);
    await run(paste());
    expect(Object.keys(globalThis).filter((name) => !before.includes(name))).toEqual([
      'StationPlayer',
    ]);
    const player = sdk().createPlayer({ station: 'demo' });
    player.subscribe(() => undefined);
    await vi.waitFor(() => expect(player.snapshot().station?.station_name).toBe('Demo Radio'));
    player.destroy();
  });

  test('defines other tags as players too', async () => {
    await run(paste());
    sdk().define('shop-radio');
    expect(document.createElement('shop-radio')).toHaveProperty('apiBase', server.apiBase);
  });

  test('runs the queued tasks in order, and later ones', async () => {
    const done: number[] = [];
    globalThis.StationPlayer = { q: [() => done.push(1), (api) => api.q.push(() => done.push(3))] };
    await run(paste());
    sdk().q.push(() => done.push(2));
    await vi.waitFor(() => expect(done).toEqual([1, 2, 3]));
  });
});
