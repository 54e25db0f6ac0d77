import { expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { runCommand } from './run.ts';

const database = testDatabase();
const { knex } = database;

const cli = (...args: string[]) => runCommand(args, { DATABASE_URL: database.url });

it.each([
  ['standby', 'Stand-by', 'switch_standby'],
  ['maintenance', 'Maintenance', 'switch_maintenance'],
])('switches %s on and off, and audits each change once', async (command, name, action) => {
  for (const [word, adverb] of [
    ['on', 'now'],
    ['on', 'already'],
    ['off', 'now'],
    ['off', 'already'],
  ] as const) {
    expect((await cli(command, word)).out).toBe(`${name} is ${adverb} ${word}.\n`);
  }
  expect((await cli(command, 'perhaps')).code).toBe(2);
  expect(await knex('audit_log').orderBy('id').select('action', 'after')).toEqual([
    { action, after: { is_on: true } },
    { action, after: { is_on: false } },
  ]);
});

it('announces planned work in UTC, shows it, and withdraws it', async () => {
  const text = 'We move to a new data centre.';
  const shown = `2999-11-28T02:00:00.000Z to 2999-11-28T04:00:00.000Z: ${text}\n`;
  const times = ['--from', '2999-11-28T02:00Z', '--until', '2999-11-28T05:00+01:00'];
  expect(await cli('announce', text, ...times)).toEqual({ code: 0, out: shown, err: '' });
  expect((await cli('announce')).out).toBe(shown);
  expect((await cli('announce', '--off')).out).toBe('No work is announced.\n');
  expect((await cli('announce')).out).toBe('No work is announced.\n');
  expect(await knex('audit_log').pluck('action')).toEqual(['announce_work', 'announce_work']);
});

it.each([
  [['--from', '2999-11-28T02:00', '--until', '2999-11-28T03:00Z'], '--from needs a time in UTC'],
  [['--from', '2999-11-28T02:00Z'], '--until needs a time in UTC'],
  [['--from', '2999-11-28T02:00Z', '--until', '2999-11-28T01:00Z'], '--until must be after --from'],
  [['--from', '2020-11-28T02:00Z', '--until', '2020-11-28T03:00Z'], '--until is over'],
])('refuses %j', async (times, message) => {
  const { code, err } = await cli('announce', 'Work', ...times);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});
