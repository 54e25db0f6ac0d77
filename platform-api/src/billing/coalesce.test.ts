import { expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

/** Work that continues until the test ends it. */
function slowWork() {
  const begun: { key: string; end: (fault?: Error) => void }[] = [];
  const share = coalesce<number>();
  const work = (key: string) =>
    share(
      key,
      () =>
        new Promise((resolve, reject) => {
          const number = begun.length + 1;
          begun.push({ key, end: (fault) => (fault ? reject(fault) : resolve(number)) });
        }),
    );
  return { begun, work };
}

test('callers that arrive during a run share the next run, which begins after it', async () => {
  const { begun, work } = slowWork();
  const first = work('a');
  const others = [work('a'), work('a'), work('a')];
  expect(begun).toHaveLength(1);
  begun[0]?.end();
  expect(await first).toBe(1);
  await Promise.resolve();
  expect(begun).toHaveLength(2);
  const late = work('a');
  begun[1]?.end();
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
  await Promise.resolve();
  begun[2]?.end();
  expect(await late).toBe(3);
});

test('work on another key does not wait', () => {
  const { begun, work } = slowWork();
  void work('a');
  void work('b');
  expect(begun.map(({ key }) => key)).toEqual(['a', 'b']);
});

test('a failed run fails only its own callers, and the next one works', async () => {
  const { begun, work } = slowWork();
  const first = work('a');
  const second = work('a');
  begun[0]?.end(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await Promise.resolve();
  begun[1]?.end();
  expect(await second).toBe(2);
  const third = work('a');
  begun[2]?.end();
  expect(await third).toBe(3);
});
