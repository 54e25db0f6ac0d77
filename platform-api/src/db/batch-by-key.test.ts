import { describe, expect, it } from 'vitest';
import { batchByKey } from './batch-by-key.ts';

/** Rows named by their key, and the keys of each query. */
function openRows(known: (key: string) => boolean = () => true) {
  const queries: string[][] = [];
  const find = batchByKey(
    async (keys) => {
      queries.push(keys);
      if (keys.includes('broken')) throw new Error('The database is away.');
      return keys.filter(known).map((name) => ({ name }));
    },
    ({ name }) => name,
  );
  return { queries, find };
}

describe('batchByKey', () => {
  it('sends one query for concurrent reads and returns each caller its row', async () => {
    const { queries, find } = openRows((key) => key !== 'missing');
    const found = await Promise.all(['ada', 'missing', 'bob', 'ada'].map(find));
    expect(found).toEqual([{ name: 'ada' }, undefined, { name: 'bob' }, { name: 'ada' }]);
    expect(queries).toEqual([['ada', 'missing', 'bob']]);
  });

  it('queries again for a later read, because the row may have changed', async () => {
    const { queries, find } = openRows();
    await find('ada');
    await find('ada');
    expect(queries).toEqual([['ada'], ['ada']]);
  });

  it('splits a batch that is too large for one query', async () => {
    const { queries, find } = openRows();
    const names = Array.from({ length: 1_000 }, (_, place) => `member-${place}`);
    expect(await Promise.all(names.map(find))).toEqual(names.map((name) => ({ name })));
    expect(queries.length).toBeLessThan(names.length / 50);
    expect(Math.max(...queries.map((keys) => keys.length))).toBeLessThan(names.length / 2);
  });

  it('fails for all callers of a failed query, and works for later ones', async () => {
    const { find } = openRows();
    const [ada, broken] = await Promise.allSettled([find('ada'), find('broken')]);
    expect([ada?.status, broken?.status]).toEqual(['rejected', 'rejected']);
    expect(await find('ada')).toEqual({ name: 'ada' });
  });
});
