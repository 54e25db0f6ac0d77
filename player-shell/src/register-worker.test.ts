import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageWith } from '../test/fake-page.ts';
import { registerWorker } from './register-worker.ts';

const PAGE = pageWith();

const register = vi.fn<() => Promise<void>>(async () => undefined);
beforeEach(() => register.mockClear());
afterEach(() => vi.unstubAllGlobals());

test('a station’s page registers its worker for its own path, while the station exists', () => {
  vi.stubGlobal('navigator', { serviceWorker: { register } });
  registerWorker(PAGE);
  const { app_path: _, ...elsewhere } = PAGE;
  registerWorker(elsewhere);
  const { station: __, ...missing } = PAGE;
  registerWorker({ ...missing, kind: 'missing' });
  const options = { scope: '/demo', updateViaCache: 'none' };
  expect(register.mock.calls).toEqual([['/station-worker.js', options]]);
});

test('a page in a sandboxed frame, where reading serviceWorker throws, works without a worker', () => {
  vi.stubGlobal('window', { top: {} });
  vi.stubGlobal('navigator', {
    get serviceWorker() {
      throw new DOMException('The context is sandboxed.', 'SecurityError');
    },
  });
  expect(() => registerWorker(PAGE)).not.toThrow();
});
