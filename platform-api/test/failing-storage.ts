import { Transform } from 'node:stream';
import type { Storage, StoredObject } from '../src/assets/storage/storage.ts';
import { AppError } from '../src/errors.ts';

/** How a storage may fail: like a disk, like a bucket, or in ways that both can. */
export type StorageFailure =
  | 'disk_full'
  | 'read_only'
  | 'io_error'
  | 'down'
  | 'refused'
  /** Waits for `release`, then succeeds. */
  | 'slow'
  /** A read ends in the middle; a write stores nothing. */
  | 'truncated'
  /** The act has succeeded, but an error is reported. */
  | 'fails_after_acting';

export const STORAGE_FAILURES: readonly StorageFailure[] = [
  ...(['disk_full', 'read_only', 'io_error', 'down', 'refused', 'slow', 'truncated'] as const),
  'fails_after_acting',
];

type Act = keyof Storage;

/** A storage with planned failures. */
export interface FailingStorage extends Storage {
  /** The next `times` acts of a kind fail. Infinity: until `heal`. */
  fail(act: Act, failure: StorageFailure, times?: number): void;
  /** Everything that waits in `slow` continues. */
  release(): void;
  /** Removes all planned failures. */
  heal(): void;
  /** The requests so far, failed or not: `put a/b.mp3`. */
  asked: string[];
}

const CODES = {
  disk_full: 'ENOSPC',
  read_only: 'EROFS',
  io_error: 'EIO',
  down: 'ECONNREFUSED',
  refused: 'AccessDenied',
  slow: 'ETIMEDOUT',
  truncated: 'ECONNRESET',
  fails_after_acting: 'ECONNRESET',
} satisfies Record<StorageFailure, string>;

/** @param storage used for acts that do not fail */
export function failingStorage(storage: Storage): FailingStorage {
  const plans = new Map<Act, { failure: StorageFailure; left: number }>();
  const waiting: (() => void)[] = [];
  const asked: string[] = [];

  function planned(act: Act, about: string): StorageFailure | null {
    asked.push(`${act} ${about}`.trim());
    const plan = plans.get(act);
    if (!plan) return null;
    plan.left -= 1;
    if (plan.left <= 0) plans.delete(act);
    return plan.failure;
  }

  async function attempt<Result>(act: Act, about: string, work: () => Promise<Result>) {
    const failure = planned(act, about);
    if (failure === 'slow') await new Promise<void>((resolve) => waiting.push(resolve));
    if (failure === null || failure === 'slow') return work();
    if (failure === 'fails_after_acting') await work();
    throw faultOf(failure);
  }

  function release(): void {
    for (const goOn of waiting.splice(0)) goOn();
  }

  return {
    asked,
    put: (key, file) => attempt('put', key, () => storage.put(key, file)),
    create: (key, text) => attempt('create', key, () => storage.create(key, text)),
    async open(key, range) {
      if (plans.get('open')?.failure !== 'truncated') {
        return attempt('open', key, () => storage.open(key, range));
      }
      planned('open', key);
      const object = await storage.open(key, range);
      return object && cutInTheMiddle(object);
    },
    delete: (key) => attempt('delete', key, () => storage.delete(key)),
    async *list(prefix) {
      yield* await attempt('list', prefix, async () => storage.list(prefix));
    },
    check: () => attempt('check', '', () => storage.check()),
    fail: (act, failure, times = 1) => void plans.set(act, { failure, left: times }),
    release,
    heal() {
      plans.clear();
      release();
    },
  };
}

function faultOf(failure: StorageFailure): Error {
  const code = CODES[failure];
  return new AppError('storage_unavailable', {
    cause: Object.assign(new Error(`${code}: as planned`), { code }),
  });
}

function cutInTheMiddle({ size_bytes, stream }: StoredObject): StoredObject {
  let left = Math.floor(size_bytes / 2);
  const half = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      this.push(chunk.subarray(0, left));
      left -= chunk.length;
      done(left < 0 ? faultOf('truncated') : null);
    },
  });
  stream.on('error', (error) => half.destroy(error));
  half.on('close', () => stream.destroy());
  return { size_bytes, stream: stream.pipe(half) };
}
