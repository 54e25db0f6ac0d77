// `vi.waitFor` waits for 1 s unless it is told otherwise. On a busy machine that is too short, and what is slow there
// is not wrong.
import { vi } from 'vitest';

const PATIENCE_MS = 20_000;

const waitFor: typeof vi.waitFor = vi.waitFor;
// The files of a worker share `vi`.
if (waitFor.name !== 'waitLonger') {
  const waitLonger: typeof vi.waitFor = (act, options) =>
    waitFor(act, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options });
  vi.waitFor = waitLonger;
}
