import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Player, PlayerSnapshot } from '@stationhouse/sdk/shell';
import { snapshotWith, TRACKS } from '../../../sdk/test/fake-player.ts';
import { MISSING_WALL } from '../../test/fake-page.ts';
import { renderStationPage } from '../render.tsx';
import { reloadWhenNew, takePause } from './new-version.ts';

const LOOK_MS = 661_000;
let newest = 'one';
let page = 'one';
let isScriptThere = true;
let snapshot: PlayerSnapshot;
let subscribers: (() => void)[];
const reload = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  reload.mockClear();
  history.replaceState(null, '');
  newest = page = 'one';
  isScriptThere = true;
  snapshot = snapshotWith({ state: 'playing' });
  subscribers = [];
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === '/assets/version.json') return Response.json({ version: newest });
    if (address !== '/assets/tv.js') return new Response(wall(page));
    return new Response('', { status: isScriptThere ? 200 : 404 });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const { html } = renderStationPage(MISSING_WALL);

/** A wall of this version, as the server draws it. */
function wall(version: string): string {
  return html.replace('"version":"tests"', `"version":"${version}"`);
}

function watch({ isWanted = true } = {}): void {
  const player: Pick<Player, 'snapshot' | 'subscribe'> = {
    snapshot: () => snapshot,
    subscribe(changed) {
      subscribers.push(changed);
      return () => void subscribers.splice(subscribers.indexOf(changed), 1);
    },
  };
  reloadWhenNew({ version: 'one', player, isWanted: () => isWanted, reload });
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
async function endTrack(): Promise<void> {
  snapshot = snapshotWith({ state: 'playing', tracks: { ...TRACKS, current: TRACKS.next } });
  for (const changed of Array.from(subscribers)) changed();
  await pass(0);
}

describe('a wall', () => {
  test('does not reload while there is no new version', async () => {
    watch();
    await pass(3 * 3_600_000);
    expect(reload).not.toHaveBeenCalled();
  });

  test('loads a new version at the next change of track', async () => {
    watch();
    newest = page = 'two';
    await pass(LOOK_MS);
    expect(reload).not.toHaveBeenCalled();
    await endTrack();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('waits at most five minutes for the end of a track, and not at all in silence', async () => {
    watch();
    newest = page = 'two';
    await pass(LOOK_MS + 300_000);
    expect(reload).toHaveBeenCalledTimes(1);
    history.replaceState(null, '');
    snapshot = snapshotWith({ state: 'paused' });
    await pass(LOOK_MS);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['the page itself is still the old one', () => (newest = 'two')],
    [
      'the server that answers does not know the new page’s script',
      () => {
        newest = page = 'two';
        isScriptThere = false;
      },
    ],
    [
      'the device is offline',
      () => {
        newest = page = 'two';
        vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      },
    ],
    ['the server is away', () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no')))],
    [
      'the page answers with an error',
      () =>
        vi.stubGlobal('fetch', async (address: string) =>
          address === '/assets/version.json'
            ? Response.json({ version: 'two' })
            : new Response(wall('two'), { status: 503 }),
        ),
    ],
  ])('does not reload while %s', async (_what, come) => {
    watch();
    come();
    await pass(3 * 3_600_000);
    expect(reload).not.toHaveBeenCalled();
  });

  test('does not reload twice within an hour, whatever the versions', async () => {
    watch();
    newest = page = 'two';
    snapshot = snapshotWith({ state: 'idle' });
    await pass(3_600_000);
    expect(reload).toHaveBeenCalledTimes(1);
    await pass(25 * 60_000);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  test('stays paused after its own reload, but only that once', async () => {
    watch({ isWanted: false });
    newest = page = 'two';
    snapshot = snapshotWith({ state: 'paused' });
    await pass(LOOK_MS);
    expect(takePause()).toBe(true);
    expect(takePause()).toBe(false);
  });
});
