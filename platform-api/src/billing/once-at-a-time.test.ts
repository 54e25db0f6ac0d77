import { expect, test } from 'vitest';
import { onceAtATime } from './once-at-a-time.ts';

/** Work that ends when it is told to. */
function slowWork() {
  const begun: { subject: string; end: (fault?: Error) => void }[] = [];
  const share = onceAtATime<number>();
  const work = (subject: string) =>
    share(
      subject,
      () =>
        new Promise((resolve, reject) => {
          const number = begun.length + 1;
          begun.push({ subject, end: (fault) => (fault ? reject(fault) : resolve(number)) });
        }),
    );
  return { begun, work };
}

test('who comes while work runs shares the next run, which begins after it', async () => {
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

test('work on another subject waits for nobody', () => {
  const { begun, work } = slowWork();
  void work('a');
  void work('b');
  expect(begun.map(({ subject }) => subject)).toEqual(['a', 'b']);
});

test('a run that fails fails its own callers alone, and nothing is left behind', async () => {
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
