import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WholeBody } from './whole-body.ts';

const SILENCE_MS = 10_000;
const unavailable = expect.objectContaining({ kind: 'storage_unavailable' });

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  // First: a spy on a false timer would put that back in the place of the real one.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A body, and what its reader receives. */
function reader(length: number) {
  const body = new WholeBody({ length, silenceMs: SILENCE_MS });
  const heard: { bytes: number; error?: Error } = { bytes: 0 };
  body.on('error', (error) => (heard.error = error));
  const listen = () => body.on('data', (chunk) => (heard.bytes += chunk.length));
  return { body, heard, listen };
}

describe('the body of a bucket’s answer', () => {
  it('is passed on completely', async () => {
    const set = vi.spyOn(globalThis, 'setTimeout');
    const { body, heard, listen } = reader(6);
    // Not the count of all timers: idle connections of files before this one, in the same process, have theirs.
    const silence = set.mock.results[0]?.value;
    const cleared = vi.spyOn(globalThis, 'clearTimeout');
    listen();
    body.write('one');
    body.end('two');
    await vi.waitFor(() => expect(body.closed).toBe(true));
    expect(heard).toEqual({ bytes: 6 });
    expect(cleared).toHaveBeenCalledWith(silence);
  });

  it.each(['on', 'one tw', 'one two three'])(
    'fails when %j comes instead of 7 bytes',
    async (sent) => {
      const { body, heard, listen } = reader(7);
      listen();
      body.end(sent);
      await vi.waitFor(() => expect(heard.error).toEqual(unavailable));
    },
  );

  it('fails when no bytes come for too long while it is being read', async () => {
    const { body, heard, listen } = reader(100);
    listen();
    body.write('one');
    vi.advanceTimersByTime(SILENCE_MS - 1);
    body.write('two');
    vi.advanceTimersByTime(SILENCE_MS - 1);
    expect(body.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    await vi.waitFor(() => expect(heard.error).toEqual(unavailable));
  });

  it('waits for a slow reader without a time limit', async () => {
    const size = 200_000;
    const { body, heard, listen } = reader(size + 1);
    expect(body.write(Buffer.alloc(size))).toBe(false);
    vi.advanceTimersByTime(100 * SILENCE_MS);
    listen();
    await vi.waitFor(() => expect(heard.bytes).toBe(size));
    vi.advanceTimersByTime(SILENCE_MS / 2);
    body.end('!');
    await vi.waitFor(() => expect(body.closed).toBe(true));
    expect(heard).toEqual({ bytes: size + 1 });
  });
});
