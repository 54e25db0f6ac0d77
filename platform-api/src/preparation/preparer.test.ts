import { once } from 'node:events';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transferableAbortSignal } from 'node:util';
import { expect, test } from 'vitest';
import { LIBRARY_SECONDS } from '../../contract/library/values.ts';
import { onCleanup } from '../../test/cleanup.ts';
import { folder, makeSound } from '../../test/sounds.ts';
import { createEmbeddedEngine } from './embedded-engine.ts';
import { Unpreparable } from './media-engine.ts';
import type { PreparerRequest } from './preparer-program.ts';
import { createPreparer, PreparerThread } from './preparer.ts';
import { startThread } from './run-program.ts';

const engine = createEmbeddedEngine();

const LONG = { source: "aevalsrc='0.3*sin(2764*t)'", seconds: 600 };

function openThread(): PreparerThread {
  const thread = new PreparerThread(engine, null);
  onCleanup(() => thread.close());
  return thread;
}

const limitsOf = async (signal = new AbortController().signal) => ({
  folder: await folder(),
  signal,
  max_seconds: LIBRARY_SECONDS.max,
});

async function copyOf(path: string): Promise<string> {
  const copy = join(await folder(), 'sound');
  await copyFile(path, copy);
  return copy;
}

test('a thread of its own prepares the same sound as the thread of the caller', async () => {
  const sound = await makeSound('a.wav', { seconds: 4 });
  const here = await createPreparer(engine).prepareSound(await copyOf(sound), await limitsOf());
  const there = await openThread().prepareSound(await copyOf(sound), await limitsOf());
  const withoutPath = ({ renditions, ...rest }: typeof here) => [
    { ...renditions.mp3_128, path: '' },
    rest,
  ];
  expect(withoutPath(there)).toEqual(withoutPath(here));
});

test('a thread of its own measures the same segue and intro as the thread of the caller', async () => {
  const path = await makeSound('a.mp3', { seconds: 8 });
  const { max_seconds: _, ...limits } = await limitsOf();
  const here = await createPreparer(engine).measureSeguePoints({ path, units: 42 }, limits);
  expect(here.segue_units).toBeGreaterThanOrEqual(2);
  expect(await openThread().measureSeguePoints({ path, units: 42 }, limits)).toEqual(here);
});

test('the thread tells why a file can’t be prepared, and goes on with the next one', async () => {
  const thread = openThread();
  const noise = join(await folder(), 'noise');
  await writeFile(noise, 'no sound at all');
  const refused = await thread.prepareSound(noise, await limitsOf()).catch((error) => error);
  expect(refused).toBeInstanceOf(Unpreparable);
  expect(refused.problem).toBe('not_audio');
  const next = thread.prepareSound(await makeSound('a.wav', { seconds: 4 }), await limitsOf());
  await expect(next).resolves.toMatchObject({ engine: 'embedded' });
});

test('a thread runs from source, as in development', async () => {
  const program = fileURLToPath(new URL('preparer-program.ts', import.meta.url));
  const worker = startThread(program, { ffmpeg: null });
  onCleanup(async () => void (await worker.terminate()));
  const limits = { folder: await folder(), max_seconds: 60 };
  const signal = transferableAbortSignal(new AbortController().signal);
  const work = { act: 'prepare', path: '/nothing/is/here', limits } as const;
  worker.postMessage({ id: 1, work, signal } satisfies PreparerRequest, [signal]);
  const [answer] = await once(worker, 'message');
  expect(String(answer.failure.error)).toContain('ENOENT');
});

test('work in the thread ends when it is not wanted any more', async () => {
  const wanted = new AbortController();
  const sound = await makeSound('a.wav', LONG);
  const given = openThread().prepareSound(sound, await limitsOf(wanted.signal));
  setTimeout(() => wanted.abort(new Error('the job was dropped')), 300);
  await expect(given).rejects.toThrow('the job was dropped');
});

test('work in a thread that dies fails, and the next work has a new one', async () => {
  const thread = openThread();
  const sound = await makeSound('a.wav', LONG);
  const lost = thread.prepareSound(await copyOf(sound), await limitsOf());
  setTimeout(() => void thread.close(), 300);
  await expect(lost).rejects.toThrow('ended');
  const next = thread.prepareSound(await makeSound('b.wav', { seconds: 4 }), await limitsOf());
  await expect(next).resolves.toMatchObject({ engine: 'embedded' });
});
