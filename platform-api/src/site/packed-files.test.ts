import { randomBytes } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { createPackedFiles } from './packed-files.ts';

/** What random bytes weigh: themselves, and twice compressed, which makes them no smaller. */
const ROOM_FOR_TWO = 7_000;
const bytes = () => Promise.resolve(randomBytes(1_000));

it('reads a file once, however many ask at once', async () => {
  const files = createPackedFiles();
  const read = vi.fn(bytes);
  const [one, other] = await Promise.all([files.take('a', read), files.take('a', read)]);
  expect(one).toBe(other);
  expect(await files.take('a', read)).toBe(one);
  expect(read).toHaveBeenCalledTimes(1);
});

it('lets go of what was not asked for the longest when there is no room', async () => {
  const files = createPackedFiles(ROOM_FOR_TWO);
  const read = vi.fn(bytes);
  for (const key of ['a', 'b', 'a', 'c', 'a']) await files.take(key, read);
  expect(read).toHaveBeenCalledTimes(3);
  await files.take('b', read);
  expect(read).toHaveBeenCalledTimes(4);
});

it('asks again for what was not there or could not be read', async () => {
  const files = createPackedFiles();
  expect(await files.take('a', async () => null)).toBeNull();
  await expect(files.take('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await files.take('a', bytes)).toMatchObject({ identity: expect.any(Buffer) });
});
