import { afterAll, expect, test, vi } from 'vitest';
import { giveSound, serveStation } from '../test/fake-station.ts';
import { openFakeWindow } from '../test/fake-window.ts';

const server = await serveStation();
afterAll(async () => {
  document.body.replaceChildren();
  // In the next task, elements decide whether they were only moved.
  await new Promise((resolve) => setTimeout(resolve));
  vi.unstubAllGlobals();
  server.close();
});

test('a press and queued tasks from before the player was loaded take effect when it arrives', async () => {
  const sound = giveSound();
  openFakeWindow();
  const tag = document.createElement('script');
  tag.type = 'text/plain';
  tag.src = `${server.apiBase}/sdk/player.js`;
  tag.dataset['station'] = 'demo';
  document.body.append(tag);
  const running = vi.spyOn(document, 'currentScript', 'get').mockReturnValue(tag);
  const done: string[] = [];
  globalThis.StationPlayer = { q: [() => done.push('before')] };
  const { StationPlayer: global } = globalThis;

  await import('./loader.ts');
  const element = document.querySelector('station-player');
  await vi.waitFor(() => expect(element?.shadowRoot?.querySelector('button')).toBeTruthy());
  element?.shadowRoot?.querySelector('button')?.click();
  global.q.push(() => done.push('after'));
  const ready = global.whenReady?.();

  const script = document.head.querySelector('script');
  running.mockReturnValue(script);
  await import('./script-tag.ts');
  script?.dispatchEvent(new Event('load'));

  const sdk = await ready;
  expect(sdk).toBe(global);
  expect(globalThis.StationPlayer).toBe(global);
  await vi.waitFor(() => expect(element?.state).toBe('playing'));
  expect(sound.playing()).toHaveLength(1);
  expect(document.querySelectorAll('station-player')).toHaveLength(1);
  global.q.push(() => done.push('now'));
  await vi.waitFor(() => expect(done).toEqual(['before', 'after', 'now']));
  expect(sdk?.createPlayer({ station: '' }).snapshot().error?.code).toBe('no_slug');
});
