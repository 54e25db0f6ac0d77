import { RequestFailed, type LibraryUpload } from '@stationhouse/sdk/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMusicQueue, type MusicCalls } from './music-queue.ts';

const PART = 4;

const file = (name: string, text = 'hello world!') => new File([text], name, { lastModified: 1 });

const unreachable = () => new RequestFailed(0, { code: 'unreachable' });

/** A server that keeps parts, and fails as the test plans. */
function startServer() {
  const uploads = new Map<string, LibraryUpload>();
  const sent: string[] = [];
  const deleted: string[] = [];
  let failure: unknown;
  let gate: Promise<void> = Promise.resolve();

  /** Waits as the test wishes; a request that is given up ends at once. */
  async function arrive(signal: AbortSignal | undefined): Promise<void> {
    await Promise.race([
      gate,
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    ]);
    if (failure !== undefined) throw failure;
  }

  const calls: MusicCalls = {
    async begin({ file_name, size_bytes }, options) {
      if (failure !== undefined) throw failure;
      options?.signal?.throwIfAborted();
      const known = uploads.get(file_name);
      const upload: LibraryUpload = known ?? {
        id: file_name,
        file_name,
        size_bytes,
        modified_at: null,
        part_bytes: PART,
        parts: [],
        state: 'receiving',
        problem: null,
        track: null,
        is_duplicate: false,
        created_at: '2026-11-24T00:00:00.000Z',
        updated_at: '2026-11-24T00:00:00.000Z',
      };
      uploads.set(file_name, upload);
      return upload;
    },
    async sendPart(id, part, bytes, options) {
      options?.onProgress?.(bytes.size / 2, bytes.size);
      await arrive(options?.signal);
      sent.push(`${id} ${part} ${await bytes.text()}`);
      const before = uploads.get(id);
      if (!before) throw new RequestFailed(404, { code: 'not_found' });
      const parts = [...before.parts, part];
      const isWhole = parts.length === Math.ceil(before.size_bytes / PART);
      const upload = { ...before, parts, state: isWhole ? 'preparing' : 'receiving' } as const;
      uploads.set(id, upload);
      return upload;
    },
    delete: async (id) => void deleted.push(id),
    retry: () => Promise.reject(new Error('not here')),
  };
  return {
    calls,
    uploads,
    sent,
    deleted,
    fail: (next: unknown) => (failure = next),
    hold(): () => void {
      let open = () => undefined as void;
      gate = new Promise((resolve) => (open = resolve));
      return open;
    },
  };
}

function open() {
  const server = startServer();
  const queue = createMusicQueue(async () => server.calls);
  return { ...server, queue, states: () => queue.snapshot().files.map(({ state }) => state) };
}

/** Lets everything happen that is due within the time. */
const pass = (ms = 300) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the queue of music', () => {
  it('sends each file in parts, three files at a time', async () => {
    const { queue, sent, states, hold } = open();
    const release = hold();
    queue.add(['a', 'b', 'c', 'd'].map((name) => file(`${name}.mp3`)));
    await pass();
    expect(states()).toEqual(['sending', 'sending', 'sending', 'waiting']);
    expect(queue.snapshot().files[0]?.arrived).toBe(2);
    release();
    await pass();
    expect(states()).toEqual(['sent', 'sent', 'sent', 'sent']);
    expect(sent.filter((each) => each.startsWith('a'))).toEqual([
      'a.mp3 0 hell',
      'a.mp3 1 o wo',
      'a.mp3 2 rld!',
    ]);
    expect(sent).toHaveLength(12);
  });

  it('sends only the parts that the server lacks', async () => {
    const { queue, calls, uploads, sent } = open();
    const begun = await calls.begin({ file_name: 'a.mp3', size_bytes: 12, modified_at: '' });
    uploads.set('a.mp3', { ...begun, parts: [0, 2] });
    queue.add([file('a.mp3')]);
    await pass();
    expect(sent).toEqual(['a.mp3 1 o wo']);
  });

  it('tries again by itself after the line was cut, and sends no part twice', async () => {
    const { queue, sent, fail, states } = open();
    fail(unreachable());
    queue.add([file('a.mp3'), file('b.mp3')]);
    await pass();
    expect(states()).toEqual(['waiting', 'waiting']);
    expect(queue.snapshot().trouble).toMatchObject({ code: 'unreachable' });
    await pass(60_000);
    expect(states()).toEqual(['waiting', 'waiting']);
    fail(undefined);
    await pass(60_000);
    expect(states()).toEqual(['sent', 'sent']);
    expect(queue.snapshot().trouble).toBeNull();
    expect(new Set(sent).size).toBe(sent.length);
  });

  it('goes on at once when it is told that the line is back', async () => {
    const { queue, fail, states } = open();
    fail(unreachable());
    queue.add([file('a.mp3')]);
    await pass(60_000);
    fail(undefined);
    queue.tryNow();
    await pass();
    expect(states()).toEqual(['sent']);
  });

  it('waits as long as a full disk asks, and never gives up on it', async () => {
    const { queue, fail, states } = open();
    fail(new RequestFailed(507, { code: 'storage_full' }, 30));
    queue.add([file('a.mp3')]);
    await pass(3_600_000);
    expect(states()).toEqual(['waiting']);
    fail(undefined);
    await pass(31_000);
    expect(states()).toEqual(['sent']);
  });

  it('gives up a file that the server fails on again and again, and goes on with the others', async () => {
    const { queue, calls, states } = open();
    const { sendPart } = calls;
    calls.sendPart = async (...sent) => {
      if (sent[0] === 'bad.mp3') throw new RequestFailed(500, { code: 'internal_error' });
      return sendPart(...sent);
    };
    queue.add([file('bad.mp3'), file('good.mp3')]);
    await pass(600_000);
    expect(states()).toEqual(['refused', 'sent']);
  });

  it('pauses at once, and resumes where it stopped', async () => {
    const { queue, sent, states, hold } = open();
    hold();
    queue.add([file('a.mp3')]);
    await pass();
    queue.pause();
    await pass();
    expect(states()).toEqual(['waiting']);
    expect(queue.snapshot().isPaused).toBe(true);
    hold()();
    await pass(60_000);
    expect(sent).toEqual([]);
    queue.resume();
    await pass();
    expect(states()).toEqual(['sent']);
    expect(sent).toHaveLength(3);
  });

  it('leaves out what is no music or too large, and takes a file once', async () => {
    const { queue } = open();
    const huge = file('huge.wav');
    Object.defineProperty(huge, 'size', { value: 500 * 1024 * 1024 + 1 });
    expect(queue.add([file('cover.jpg'), huge, file('a.mp3'), file('a.mp3')])).toEqual({
      unfitting: ['cover.jpg'],
      tooLarge: ['huge.wav'],
    });
    expect(queue.add([file('a.mp3')])).toEqual({ unfitting: [], tooLarge: [] });
    await pass();
    expect(queue.snapshot().files).toHaveLength(1);
  });

  it('shows a file that can’t be read any more as refused, and sends it when it is dropped again', async () => {
    const { queue, calls, states } = open();
    const { sendPart } = calls;
    calls.sendPart = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    queue.add([file('a.mp3')]);
    await pass();
    expect(states()).toEqual(['refused']);
    calls.sendPart = sendPart;
    queue.add([file('a.mp3')]);
    await pass();
    expect(states()).toEqual(['sent']);
  });

  it('gives up on the server the file that is removed, and no other', async () => {
    const { queue, deleted, hold, states } = open();
    const release = hold();
    queue.add([file('a.mp3'), file('b.mp3')]);
    await pass();
    await queue.remove(queue.snapshot().files[0]?.id ?? '');
    release();
    await pass();
    expect(deleted).toEqual(['a.mp3']);
    expect(states()).toEqual(['sent']);
  });

  it('learns what has become of files, and sends again what the server has lost', async () => {
    const { queue, uploads, sent, states } = open();
    queue.add([file('a.mp3'), file('b.mp3')]);
    await pass();
    const [a, b] = ['a.mp3', 'b.mp3'].map((name) => uploads.get(name));
    if (!a || !b) throw new Error('They were not sent.');
    const lost: LibraryUpload = { ...b, state: 'receiving', parts: [0, 1] };
    uploads.set('b.mp3', lost);
    queue.learnAll([{ ...a, state: 'done' }, lost]);
    await pass();
    expect(states()).toEqual(['sent', 'sent']);
    expect(sent.filter((each) => each.startsWith('b'))).toHaveLength(4);
    queue.removeDone();
    expect(queue.snapshot().files.map(({ name }) => name)).toEqual(['b.mp3']);
  });
});
