import { derived, get } from 'svelte/store';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { giveSound, serveStation, type FakeStation } from '../test/fake-station.ts';
import { playerStore } from './svelte.ts';

let server: FakeStation;
let sound: ReturnType<typeof giveSound>;
beforeEach(async () => {
  server = await serveStation();
  sound = giveSound();
});
afterEach(() => server.close());

test('a player is a store of Svelte, and is destroyed after its last subscriber', async () => {
  const radio = playerStore({ station: 'demo', apiBase: server.apiBase });
  const title = derived(radio, ({ state, tracks }) => `${state}: ${tracks?.current?.title}`);
  const shown: string[] = [];
  const leave = title.subscribe((text) => shown.push(text));
  expect(shown).toEqual(['idle: undefined']);
  await vi.waitFor(() => expect(shown.at(-1)).toBe('idle: Morning Counter'));
  await radio.play();
  expect(get(radio)).toMatchObject({ state: 'playing', paused: false });
  leave();
  await vi.waitFor(() => expect(sound.playing()).toEqual([]));

  const again = title.subscribe((text) => shown.push(text));
  expect(shown.at(-1)).toBe('idle: undefined');
  await vi.waitFor(() => expect(shown.at(-1)).toBe('idle: Morning Counter'));
  again();
});

test('a player plays on when one component takes the place of another in the same task', async () => {
  const radio = playerStore({ station: 'demo', apiBase: server.apiBase });
  const leave = radio.subscribe(() => undefined);
  await vi.waitFor(() => expect(get(radio).load).toBe('loaded'));
  await radio.play();
  leave();
  const states: string[] = [];
  const leaveNext = radio.subscribe(({ state }) => states.push(state));
  await new Promise((resolve) => setTimeout(resolve));
  expect(states).toEqual(['playing']);
  expect(sound.playing()).toHaveLength(1);
  leaveNext();
});

test('a player moves to the station of new options', async () => {
  const radio = playerStore({ station: 'nobody', apiBase: server.apiBase });
  const leave = radio.subscribe(() => undefined);
  await vi.waitFor(() => expect(get(radio).load).toBe('missing'));
  radio.setOptions({ station: 'demo', apiBase: server.apiBase });
  await vi.waitFor(() => expect(get(radio).tracks?.current?.title).toBe('Morning Counter'));
  leave();
});

test('play after the last subscriber has left is silent, and the console says why', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const radio = playerStore({ station: 'demo', apiBase: server.apiBase });
  radio.subscribe(() => undefined)();
  await new Promise((resolve) => setTimeout(resolve));
  await radio.play();
  expect(sound.playing()).toEqual([]);
  expect(warn).toHaveBeenCalledOnce();
});
