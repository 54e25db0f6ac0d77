import { expect, it } from 'vitest';
import { IDEMPOTENCY_HOURS } from '../../contract/values.ts';
import { testDatabase } from '../../test/database.ts';
import { startApp } from '../../test/server.ts';

const database = testDatabase();
const { knex } = database;

it('deletes stored answers every night once they are too old to be replayed', async () => {
  const { tasks } = await startApp(database);
  const sweep = tasks.find(({ name }) => name === 'sweep_idempotency_keys');
  expect(sweep?.schedule).toMatch(/^\d+ \d+ \* \* \*$/);
  const row = (key: string, minutes: number) => ({
    owner: 'ada',
    key,
    fingerprint: 'f',
    leased_until: knex.fn.now(),
    created_at: knex.raw('now() - make_interval(mins => ?)', [minutes]),
  });
  await knex('idempotency_keys').insert([
    row('kept', IDEMPOTENCY_HOURS * 60 - 1),
    row('old', IDEMPOTENCY_HOURS * 60 + 1),
  ]);
  await knex.raw(
    `insert into idempotency_keys (owner, key, fingerprint, leased_until, created_at)
     select 'many', 'key ' || n, 'f', now(), 'epoch' from generate_series(1, 5001) n`,
  );
  await sweep?.run({}, { id: '1', attempt: 1, signal: new AbortController().signal });
  expect(await knex('idempotency_keys').pluck('key')).toEqual(['kept']);
});
