import pino from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { freePort } from '../../test/program.ts';
import { startS3Server } from '../../test/s3-server.ts';
import { serve } from '../../test/server.ts';
import { createS3Storage } from '../assets/storage/s3-storage.ts';
import { migrateToLatest } from '../db/migrate.ts';
import { createSmtpMailer } from '../mail/smtp-mailer.ts';
import { readConfig } from './config.ts';
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
  const sizes = readConfig({});
  await warnOfFewConnections(knex, sizes, log);
  expect(lines).toEqual([]);
  const name = new URL(database.url).pathname.slice(1);
  await knex.raw('alter database ?? connection limit 35', [name]);
  onTestFinished(
    async () => void (await knex.raw('alter database ?? connection limit -1', [name])),
  );
  await warnOfFewConnections(knex, readConfig({ JOB_SLOTS: '0' }), log);
  expect(lines).toEqual([]);
  await warnOfFewConnections(knex, sizes, log);
  expect(lines.join()).toContain('The database allows 35 connections. Each replica uses up to 23');
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

it('finds the keys of a bucket by the role of the machine', async () => {
  const server = await startS3Server();
  onTestFinished(() => server.close());
  const { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey } = server.bucket;
  // The answer of Amazon's container service.
  const role = await serve((_req, res) => {
    const Expiration = new Date(Date.now() + 3_600_000).toISOString();
    res.end(JSON.stringify({ AccessKeyId, SecretAccessKey, Token: 'x', Expiration }));
  });
  for (const [name, value] of Object.entries({
    AWS_CONTAINER_CREDENTIALS_FULL_URI: role.url,
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_CONFIG_FILE: '/dev/null',
  })) {
    vi.stubEnv(name, value);
  }
  onTestFinished(() => void vi.unstubAllEnvs());
  const storage = createS3Storage({ ...server.bucket, accessKeyId: null, secretAccessKey: null });
  onTestFinished(() => storage.close());
  await storage.check();
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
