import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApp, effectScope, h, nextTick, reactive, ref, type App } from 'vue';
import { giveSound, serveStation, type FakeStation } from '../test/fake-station.ts';
import { usePlayer, type PlayerRefs } from './vue.ts';

let server: FakeStation;
let sound: ReturnType<typeof giveSound>;
let app: App | undefined;
beforeEach(async () => {
  server = await serveStation();
  sound = giveSound();
});
afterEach(async () => {
  app?.unmount();
  app = undefined;
  await vi.waitFor(() => expect(sound.playing()).toEqual([]));
  server.close();
});

/** A customer's own controls. */
function mount(use: () => PlayerRefs): { player: PlayerRefs; host: HTMLElement } {
  const host = document.createElement('div');
  let player: PlayerRefs | undefined;
  app = createApp({
    setup() {
      player = use();
      const { state, tracks } = player;
      return () => h('p', `${state.value}: ${tracks.value?.current?.title}`);
    },
  });
  app.mount(host);
  if (!player) throw new Error('The component was not set up.');
  return { player, host };
}

const says = (host: HTMLElement, text: string) =>
  vi.waitFor(() => expect(host.textContent).toBe(text));

test('usePlayer plays and shows titles, until its component is unmounted', async () => {
  const { player, host } = mount(() => usePlayer({ station: 'demo', apiBase: server.apiBase }));
  await says(host, 'idle: Morning Counter');
  await player.play();
  await says(host, 'playing: Morning Counter');
  expect(player.paused.value).toBe(false);
  player.volume.value = 0.5;
  player.muted.value = true;
  expect(sound.playing()).toMatchObject([{ volume: 0.5, muted: true }]);
  expect([player.volume.value, player.muted.value]).toEqual([0.5, true]);
  server.nextTrack();
  await says(host, 'playing: Second Cup');
  app?.unmount();
  await vi.waitFor(() => expect(sound.playing()).toEqual([]));
});

test('usePlayer follows a ref, and plays on at another station', async () => {
  const other = await serveStation();
  const apiBase = ref(server.apiBase);
  const { player, host } = mount(() =>
    usePlayer(() => ({ station: 'demo', apiBase: apiBase.value })),
  );
  await says(host, 'idle: Morning Counter');
  await player.play();
  apiBase.value = other.apiBase;
  await vi.waitFor(() => expect(sound.playing()[0]?.src).toContain(other.apiBase));
  await says(host, 'playing: Morning Counter');
  other.close();
});

test('usePlayer follows a reactive object, also outside of components', async () => {
  const options = reactive({ station: 'demo', apiBase: server.apiBase, volume: 1 });
  const scope = effectScope();
  const player = scope.run(() => usePlayer(options));
  await vi.waitFor(() => expect(player?.load.value).toBe('loaded'));
  await player?.play();
  options.volume = 0.25;
  await nextTick();
  expect(player?.volume.value).toBe(0.25);
  scope.stop();
  await vi.waitFor(() => expect(sound.playing()).toEqual([]));
});
