// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { createSSRApp, h } from 'vue';
import { renderToString } from 'vue/server-renderer';

test('the module can be imported on a server', async () => {
  const { createPlayer, readOptions } = await import('./index.ts');
  const player = createPlayer({ station: '', apiBase: '' });
  expect(player.snapshot().error?.code).toBe('no_slug');
  expect(readOptions(() => null).song).toBe(true);
});

test('the element can be imported on a server, where it does nothing', async () => {
  const { defineStationPlayer, StationPlayerElement } = await import('./element.tsx');
  expect(() => defineStationPlayer('https://radio.example', 'cafe-radio')).not.toThrow();
  expect(StationPlayerElement.observedAttributes).toContain('station');
});

test('the client can be imported on a server, and starts nothing before it is used', async () => {
  const channel = vi.spyOn(globalThis, 'BroadcastChannel');
  const timer = vi.spyOn(globalThis, 'setInterval');
  const request = vi.spyOn(globalThis, 'fetch');
  const { createClient } = await import('./client/client.ts');
  createClient({ url: 'https://radio.example' });
  createClient({ url: 'https://radio.example', apiKey: 'shk_abc' });
  for (const start of [channel, timer, request]) expect(start).not.toHaveBeenCalled();
});

test('the store of a player draws on a server, and makes no request there', async () => {
  const request = vi.spyOn(globalThis, 'fetch');
  const { playerStore } = await import('./svelte.ts');
  const drawn: string[] = [];
  const leave = playerStore({ station: 'demo', apiBase: 'https://radio.example' }).subscribe(
    ({ state, load }) => drawn.push(state, load),
  );
  leave();
  expect(drawn).toEqual(['idle', 'loading']);
  expect(request).not.toHaveBeenCalled();
});

test('the composable draws on a server, and makes no request there', async () => {
  const request = vi.spyOn(globalThis, 'fetch');
  const { usePlayer } = await import('./vue.ts');
  const app = createSSRApp({
    setup() {
      const { state, paused } = usePlayer({ station: 'demo', apiBase: 'https://radio.example' });
      return () => h('p', `${state.value} ${paused.value}`);
    },
  });
  expect(await renderToString(app)).toBe('<p>idle true</p>');
  expect(request).not.toHaveBeenCalled();
});
