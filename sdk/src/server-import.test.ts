// @vitest-environment node
import { expect, test } from 'vitest';

test('the module can be imported on a server', async () => {
  const { createPlayer, readOptions } = await import('./index.ts');
  const player = createPlayer({ station: '', apiBase: '' });
  expect(player.snapshot().error?.code).toBe('no_slug');
  expect(readOptions(() => null).song).toBe(true);
});

test('so can the element, which comes to nothing there', async () => {
  const { defineStationPlayer, StationPlayerElement } = await import('./element.tsx');
  expect(() => defineStationPlayer('https://radio.example', 'cafe-radio')).not.toThrow();
  expect(StationPlayerElement.observedAttributes).toContain('station');
});
