import pino from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { migrateToLatest } from './db/migrate.ts';
import { warnOfFewConnections } from './startup-checks.ts';

const database = testDatabase();

/** A log, and its lines. */
function openLog() {
  const lines: string[] = [];
  return { log: pino({}, { write: (line: string) => void lines.push(line) }), lines };
}

it('warns of a database that has no connections for a second replica', async () => {
  const { log, lines } = openLog();
  const { knex } = database;
  await warnOfFewConnections(knex, log);
  expect(lines).toEqual([]);
  const name = new URL(database.url).pathname.slice(1);
  await knex.raw('alter database ?? connection limit 35', [name]);
  onTestFinished(
    async () => void (await knex.raw('alter database ?? connection limit -1', [name])),
  );
  await warnOfFewConnections(knex, log);
  expect(lines.join()).toContain('The database allows 35 connections. Each replica uses up to 20');
});

it('says who holds the migration lock while it waits', async () => {
  const waiting = vi.fn<(holder: object | undefined) => void>();
  let other: Promise<void> | undefined;
  await migrateToLatest(database.url, {
    async afterwards() {
      other = migrateToLatest(database.url, { onWait: waiting });
      await vi.waitFor(() => expect(waiting).toHaveBeenCalled());
    },
  });
  await other;
  expect(waiting).toHaveBeenCalledWith({
    pid: expect.any(Number),
    address: '127.0.0.1',
    since: expect.any(Date),
  });
});
