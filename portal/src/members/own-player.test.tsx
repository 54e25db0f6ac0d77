import type { Player, PlayerSnapshot } from '@stationhouse/sdk';
import { beforeEach, expect, test, vi } from 'vitest';
import { control, openDashboard, station, text, until } from './test/open-dashboard.tsx';

const { createPlayer } = vi.hoisted(() => ({
  createPlayer: vi.fn<(options: { station: string }) => Player>(),
}));
vi.mock('../player/sdk.ts', () => ({ createPlayer }));

/** A player that plays at once. */
function fakePlayer() {
  const listeners = new Set<() => void>();
  let state: PlayerSnapshot['state'] = 'idle';
  const set = (next: typeof state) => {
    state = next;
    for (const changed of listeners) changed();
  };
  const destroy = vi.fn<() => void>();
  const player: Partial<Player> = {
    snapshot: () => ({
      state,
      paused: state !== 'playing',
      muted: false,
      volume: 1,
      error: null,
      cause: null,
      load: 'loaded',
      station: null,
      tracks: null,
    }),
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    play: async () => set('playing'),
    pause: () => set('paused'),
    retry: async () => set('playing'),
    destroy,
  };
  // The fake has only the parts that are used.
  createPlayer.mockReturnValue(player as Player);
  return { destroy };
}

beforeEach(() => void createPlayer.mockReset());

const labelled = (label: string) =>
  document.querySelector<HTMLElement>(`button[aria-label="${label}"]`);
const STATION = { 'GET /v1/me/station': { body: station } };

test('loads no player before play is pressed, then plays the member’s own station', async () => {
  fakePlayer();
  await openDashboard(STATION);
  await until(() => expect(labelled('Play')).not.toBeNull());
  expect(createPlayer).not.toHaveBeenCalled();
  labelled('Play')?.click();
  await until(() => expect(text()).toContain('LIVE'));
  expect(createPlayer).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ station: 'counting-house' }),
  );
});

test('plays on while other pages of the area are open, and can be stopped there', async () => {
  const { destroy } = fakePlayer();
  const page = await openDashboard(STATION);
  await until(() => expect(labelled('Play')).not.toBeNull());
  expect(labelled('Pause The Counting House')).toBeNull();
  labelled('Play')?.click();
  await until(() => expect(labelled('Pause The Counting House')).not.toBeNull());
  await page.goTo('/members/files');
  await until(() => expect(text()).toContain('Upload radio IDs'));
  expect(destroy).not.toHaveBeenCalled();
  labelled('Pause The Counting House')?.click();
  await until(() => expect(labelled('Pause The Counting House')).toBeNull());
  await page.goTo('/');
  await until(() => expect(destroy).toHaveBeenCalledOnce());
});

test('says that the player could not be loaded, and tries again', async () => {
  createPlayer.mockImplementationOnce(() => {
    throw new Error('The network is down.');
  });
  await openDashboard(STATION);
  await until(() => expect(labelled('Play')).not.toBeNull());
  labelled('Play')?.click();
  await until(() => expect(text()).toContain('The player could not be loaded.'));
  fakePlayer();
  control('Retry').click();
  await until(() => expect(text()).toContain('LIVE'));
  expect(text()).not.toContain('The player could not be loaded.');
});
