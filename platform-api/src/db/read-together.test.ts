import { describe, expect, it } from 'vitest';
import { readTogether } from './read-together.ts';

/** Rows that are called what they are asked for by, and what each query asked for. */
function openRows(known: (key: string) => boolean = () => true) {
  const queries: string[][] = [];
  const find = readTogether(
    async (keys) => {
      queries.push(keys);
      if (keys.includes('broken')) throw new Error('The database is away.');
      return keys.filter(known).map((name) => ({ name }));
    },
    ({ name }) => name,
  );
  return { queries, find };
}

describe('reading together', () => {
  it('asks once for what is asked for at the same moment, and gives each its own', async () => {
    const { queries, find } = openRows((key) => key !== 'nobody');
    const found = await Promise.all(['ada', 'nobody', 'bob', 'ada'].map(find));
    expect(found).toEqual([{ name: 'ada' }, undefined, { name: 'bob' }, { name: 'ada' }]);
    expect(queries).toEqual([['ada', 'nobody', 'bob']]);
  });

  it('asks anew for what is asked for later, for it may have changed', async () => {
    const { queries, find } = openRows();
    await find('ada');
    await find('ada');
    expect(queries).toEqual([['ada'], ['ada']]);
  });

  it('divides what is too much for one query', async () => {
    const { queries, find } = openRows();
    const names = Array.from({ length: 1_000 }, (_, place) => `member-${place}`);
    expect(await Promise.all(names.map(find))).toEqual(names.map((name) => ({ name })));
    expect(queries.length).toBeLessThan(names.length / 50);
    expect(Math.max(...queries.map((keys) => keys.length))).toBeLessThan(names.length / 2);
  });

  it('fails for all who share a query, and for nobody after them', async () => {
    const { find } = openRows();
    const [ada, broken] = await Promise.allSettled([find('ada'), find('broken')]);
    expect([ada?.status, broken?.status]).toEqual(['rejected', 'rejected']);
    expect(await find('ada')).toEqual({ name: 'ada' });
  });
});
