// @vitest-environment node
import { expect, test, vi } from 'vitest';

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
