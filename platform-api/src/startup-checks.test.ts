import pino from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { freePort } from '../test/program.ts';
import { startS3Server } from '../test/s3-server.ts';
import { createS3Storage } from './assets/storage/s3-storage.ts';
import { migrateToLatest } from './db/migrate.ts';
import { createSmtpMailer } from './mail/smtp-mailer.ts';
import {
  requireStorageKeys,
  warnOfDeadMailServer,
  warnOfFewConnections,
} from './startup-checks.ts';

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

it.each([
  ['rejects its keys', { accessKeyId: 'nobody' }],
  ['has no such bucket', { bucket: 'nobodys-files' }],
])('refuses a storage that %s, and none that is down', async (_, wrong) => {
  const server = await startS3Server();
  const open = (given: object) => {
    const storage = createS3Storage({ ...server.bucket, ...given });
    onTestFinished(() => storage.close());
    return storage;
  };
  await requireStorageKeys(open({}));
  await expect(requireStorageKeys(open(wrong))).rejects.toThrow(
    /The storage rejected STORAGE_URL \(\w+ 40[34] /,
  );
  await server.close();
  await requireStorageKeys(open(wrong));
});

it('says that the mail server is dead', async () => {
  const { log, lines } = openLog();
  const mailer = createSmtpMailer({
    url: `smtp://user:canary@127.0.0.1:${await freePort()}`,
    from: { name: 'Radio', address: 'hello@example.com' },
  });
  onTestFinished(() => mailer.close());
  await warnOfDeadMailServer(mailer, log);
  expect(lines.join()).toContain('The mail server in SMTP_URL cannot be used');
  expect(lines.join()).not.toContain('canary');
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
