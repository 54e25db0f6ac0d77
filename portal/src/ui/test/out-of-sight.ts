import { onTestFinished, vi } from 'vitest';

/** jsdom lays nothing out, so nothing comes into sight: what waits to be seen waits for ever. */
export function stayOutOfSight(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
}
