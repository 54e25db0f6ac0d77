// `cli doctor`: looks at everything that the program needs, and says a sentence about each.
import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { Knex } from 'knex';
import { HOUR_MS, MINUTE_MS } from '../../contract/time.ts';
import { idInDatabase, idInStorage } from '../assets/installation.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { createPayments } from '../billing/stripe/payments.ts';
import { measureClock, MAX_CLOCK_DIFFERENCE_MS, WARN_ABOVE_MS } from '../process/clock-watch.ts';
import type { Config } from '../process/config.ts';
import { REQUIRE_WRITABLE } from '../db/connection.ts';
import { planMigrations } from '../db/migrate.ts';
import { hasCode } from '../errors.ts';
import { createSmtpMailer } from '../mail/smtp-mailer.ts';
import { openFfmpeg } from '../preparation/ffmpeg.ts';
import { BACKUP_LATE_HOURS, readBackupTimes, VERIFIED_LATE_DAYS } from './backup-times.ts';
import { readBacklog } from './backlog.ts';
import { examineOutside } from './doctor-outside.ts';
import {
  failed,
  ok,
  reasonOf,
  skipped,
  warning,
  type Check,
  type Finding,
  type Verdict,
} from './finding.ts';
import { outputOf } from './postgres-programs.ts';
import { readModes } from './operating-modes.ts';

/** Less space than this is worth a warning, and a failure, in bytes. */
const LITTLE_SPACE = 2_000_000_000;
const NO_SPACE = 200_000_000;

/** A job or event that waits longer is late, in ms: retries of Stripe's own take hours. */
const LATE_MS = 15 * MINUTE_MS;

/** Takes two megabytes of the database's disk for a moment, and fails if it is full. */
const TAKE_ROOM = `create temporary table doctor_room on commit drop as
  select md5(n::text) from generate_series(1, 30000) as n`;

/** SQLSTATE of a statement that the role may not run. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** A part that takes longer to answer has failed, in ms. */
const PATIENCE_MS = 15_000;

export interface Patient {
  config: Config;
  /** @throws when it cannot be used */
  openDatabase(): Promise<Knex>;
  openStorage(): Promise<Storage>;
  now: () => number;
}

/** Looks at each part in turn. */
export async function* examine(patient: Patient): AsyncGenerator<Finding> {
  const { config } = patient;
  let db: Knex | undefined;
  const withDatabase = (look: (db: Knex) => Promise<Verdict>) => async () =>
    db ? look(db) : skipped('Not looked at: it needs the database.');
  const checks: Check[] = [
    ['configuration', async () => examineConfiguration(config)],
    [
      'database',
      async () => {
        const opened = await patient.openDatabase();
        const verdict = await examineDatabase(opened);
        db = opened;
        return verdict;
      },
    ],
    ['migrations', withDatabase(examineMigrations)],
    ['modes', withDatabase(examineModes)],
    ['clock', withDatabase((opened) => examineClock(opened, patient.now))],
    [
      'storage',
      withDatabase(async (opened) => examineStorage(opened, await patient.openStorage())),
    ],
    ['disk', () => examineDisk(config)],
    ['mail', () => examineMail(config)],
    ['payments', () => examinePayments(config)],
    ['ffmpeg', () => examineFfmpeg(config)],
    ['backup_tools', withDatabase((opened) => examineBackupTools(opened, config))],
    ['backups', withDatabase((opened) => examineBackups(opened, config, patient.now()))],
    ['jobs', withDatabase((opened) => examineJobs(opened, patient.now()))],
    ['mails', withDatabase(examineMails)],
    ['stripe_events', withDatabase((opened) => examineStripeEvents(opened, patient.now()))],
    ['webhooks', withDatabase(examineWebhooks)],
  ];
  for (const check of checks) yield await look(config, check);
  for (const check of examineOutside(config, () => db)) yield await look(config, check);
}

async function look(config: Config, [part, examinePart]: Check): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer within ${PATIENCE_MS / 1_000} s`)),
      PATIENCE_MS,
    );
  });
  const verdict = await Promise.race([examinePart(), late])
    .catch((error: unknown) => failed(`It cannot be used: ${reasonOf(error)}`))
    .finally(() => clearTimeout(timer));
  return { part, ...verdict, sentence: withoutSecrets(config, verdict.sentence) };
}

/** Errors of other libraries may quote what they were given. */
function withoutSecrets(config: Config, sentence: string): string {
  const passwords = [config.databaseUrl, config.smtpUrl, config.smsUrl].flatMap((url) => {
    const password = url === null ? '' : new URL(url).password;
    return [password, decodeURIComponent(password)];
  });
  const secrets = [
    ...passwords,
    ...(config.jwtSecrets ?? []),
    config.storage?.secretAccessKey,
    config.stripe?.secretKey,
    ...(config.stripe?.webhookSecrets ?? []),
    config.admin?.password,
  ];
  return secrets.reduce<string>(
    (text, secret) => (secret ? text.replaceAll(secret, '•••') : text),
    sentence,
  );
}

function examineConfiguration({ production, warnings, missing }: Config): Verdict {
  if (missing.length > 0) return failed(`Production also needs ${missing.join(', ')}.`);
  if (warnings.length > 0) return warning(warnings.join(' '));
  return production
    ? ok('Every variable that production needs is set.')
    : ok('This is a development installation, with stand-ins for what is not configured.');
}

async function examineDatabase(db: Knex): Promise<Verdict> {
  const { rows } = await db.raw<{
    rows: [{ version: string; bytes: string; used: number; allowed: number }];
  }>(
    `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
       current_setting('max_connections')::int as allowed`,
  );
  const [{ version, bytes, used, allowed }] = rows;
  await db.raw(REQUIRE_WRITABLE);
  await db
    .transaction((trx) => trx.raw(TAKE_ROOM))
    .catch((error: unknown) => {
      // The role may have no right to it.
      if (!hasCode(error, INSUFFICIENT_PRIVILEGE)) throw error;
    });
  const size = `${Math.ceil(Number(bytes) / 1_000_000)} MB`;
  const said = `PostgreSQL ${version} accepts writes; ${size}, ${used} of ${allowed} connections in use.`;
  return used > allowed * 0.9 ? warning(`${said} Raise max_connections.`) : ok(said);
}

async function examineMigrations(db: Knex): Promise<Verdict> {
  const { pending, unknown } = await planMigrations(db);
  if (pending.length > 0) {
    return failed(
      `${pending.length} migrations are missing, from ${pending[0]}. Start this release once, or run \`migrate\`.`,
    );
  }
  return unknown.length > 0
    ? warning(`A later release has migrated the database: ${unknown.join(', ')}.`)
    : ok('The database has every migration.');
}

async function examineModes(db: Knex): Promise<Verdict> {
  const modes = await readModes(db);
  if (modes.standby_since) {
    return warning(
      `Stand-by since ${modes.standby_since.toISOString()}: no job runs, no mail or webhook leaves, nothing is charged. End it with \`standby off\`.`,
    );
  }
  if (modes.maintenance_since) {
    return warning(
      `Maintenance since ${modes.maintenance_since.toISOString()}: users can change nothing. End it with \`maintenance off\`.`,
    );
  }
  return ok('Neither in stand-by nor in maintenance.');
}

async function examineClock(db: Knex, now: () => number): Promise<Verdict> {
  const ms = Math.round(await measureClock(db, now));
  const said = `This machine's clock is ${Math.abs(ms)} ms ${ms < 0 ? 'behind' : 'ahead of'} the database's.`;
  if (Math.abs(ms) > MAX_CLOCK_DIFFERENCE_MS)
    return failed(`${said} The program serves nothing until it is set by NTP.`);
  return Math.abs(ms) > WARN_ABOVE_MS ? warning(`${said} Set it by NTP.`) : ok(said);
}

async function examineStorage(db: Knex, storage: Storage): Promise<Verdict> {
  await storage.check();
  const [inStorage, inDatabase] = [await idInStorage(storage), await idInDatabase(db)];
  if (inStorage === null) return warning('The storage works, and no installation has used it yet.');
  return inStorage === inDatabase
    ? ok('The storage can be written and read, and belongs to this installation.')
    : failed(
        'The storage belongs to another installation. Check STORAGE_URL and DATABASE_URL, or run `adopt-storage`.',
      );
}

async function examineDisk({ dataDir }: Config): Promise<Verdict> {
  const { bavail, blocks, bsize } = await statfs(resolve(dataDir)).catch(() => statfs('.'));
  const [free, size] = [bavail * bsize, blocks * bsize];
  const said = `${(free / 1e9).toFixed(1)} of ${(size / 1e9).toFixed(1)} GB are free for DATA_DIR.`;
  if (free < NO_SPACE) return failed(`${said} Make room: uploads and the sound cache need it.`);
  return free < LITTLE_SPACE ? warning(`${said} Make room soon.`) : ok(said);
}

async function examineMail({ smtpUrl: url, mailFrom: from }: Config): Promise<Verdict> {
  if (url === null) return skipped('SMTP_URL is not set: mails go to the mailbox page.');
  const mailer = createSmtpMailer({ url, from });
  try {
    await mailer.check();
    return ok(`The mail server ${new URL(url).host} lets the program in.`);
  } finally {
    mailer.close();
  }
}

async function examinePayments({ stripe }: Config): Promise<Verdict> {
  if (!stripe) return skipped('STRIPE_SECRET_KEY is not set: payments are a stand-in.');
  const payments = createPayments(stripe);
  await payments.check();
  return ok(`Stripe accepts the key, which moves ${payments.livemode ? 'real' : 'no real'} money.`);
}

async function examineFfmpeg({ ffmpeg }: Config): Promise<Verdict> {
  if (ffmpeg === null)
    return warning(
      'ffmpeg was not found, so only MP3 and WAV files can be prepared. Install it or set FFMPEG.',
    );
  return (await openFfmpeg(ffmpeg))
    ? ok(`${ffmpeg} has the encoders that it needs.`)
    : failed(`${ffmpeg} cannot be run, or lacks libmp3lame or AAC.`);
}

/** pg_dump refuses a server that is newer than itself. */
async function examineBackupTools(db: Knex, { postgresPrograms }: Config): Promise<Verdict> {
  if (postgresPrograms === null) {
    return warning(
      'pg_dump was not found, so `backup` cannot run here. Install postgresql-client.',
    );
  }
  const { rows } = await db.raw<{ rows: [{ server: string }] }>(
    `select current_setting('server_version') as server`,
  );
  const [{ server }] = rows;
  const program = { folder: postgresPrograms, name: 'pg_dump', args: ['--version'] } as const;
  const said = await text(Readable.from(outputOf(program)));
  const own = /(\d+)(?:\.\d+)?/.exec(said)?.[0] ?? '';
  return parseInt(own, 10) < parseInt(server, 10)
    ? warning(`pg_dump ${own} cannot back up PostgreSQL ${server}. Install its postgresql-client.`)
    : ok(`pg_dump ${own} can back up PostgreSQL ${server}.`);
}

/** Backups by other means, such as a provider's snapshots, are not known here. */
async function examineBackups(db: Knex, { production }: Config, now: number): Promise<Verdict> {
  const { made_at, verified_at } = await readBackupTimes(db);
  const ageOf = (at: Date) => (now - at.getTime()) / HOUR_MS;
  if (made_at === null) {
    return production
      ? warning(
          'No backup was made by `backup` yet. Switch on the nightly one: stationhouse-backup.timer, or the CronJob of Kubernetes.',
        )
      : skipped('No backup was made, and a development installation needs none.');
  }
  const said = `The newest backup was made on ${made_at.toISOString()}`;
  if (ageOf(made_at) > BACKUP_LATE_HOURS) {
    return warning(
      `${said}, ${Math.round(ageOf(made_at))} hours ago. Look why the nightly one failed.`,
    );
  }
  return verified_at === null || ageOf(verified_at) > VERIFIED_LATE_DAYS * 24
    ? warning(
        `${said}, and none of the last ${VERIFIED_LATE_DAYS} days was verified. Add \`--verify\`.`,
      )
    : ok(`${said}, and that of ${verified_at.toISOString()} was verified.`);
}

async function examineJobs(db: Knex, now: number): Promise<Verdict> {
  const { failed_jobs, oldest_due_at, waiting } = await readBacklog(db);
  if (oldest_due_at && now - oldest_due_at.getTime() > LATE_MS) {
    return failed(
      `${waiting} jobs wait, the oldest since ${oldest_due_at.toISOString()}. Is the program running, and not in stand-by? \`jobs\` counts them.`,
    );
  }
  return failed_jobs > 0
    ? warning(`${failed_jobs} jobs have failed for good. \`jobs list --state failed\` shows why.`)
    : ok(`${waiting} jobs wait; none is late, none has failed.`);
}

async function examineMails(db: Knex): Promise<Verdict> {
  const { failed_mails, retried_mails } = await readBacklog(db);
  if (failed_mails > 0)
    return warning(
      `${failed_mails} mails were given up. \`mails\` shows why, \`mails retry --all\` sends them.`,
    );
  return retried_mails > 0
    ? warning(`${retried_mails} mails wait after a failure. \`mails\` shows why.`)
    : ok('No mail has failed.');
}

async function examineStripeEvents(db: Knex, now: number): Promise<Verdict> {
  const { unprocessed_events, oldest_event_at } = await readBacklog(db);
  const isLate = oldest_event_at !== null && now - oldest_event_at.getTime() > LATE_MS;
  return isLate
    ? failed(
        `${unprocessed_events} events of Stripe are unprocessed, the oldest since ${oldest_event_at.toISOString()}. \`webhooks\` lists them, \`webhooks retry --all\` processes them.`,
      )
    : ok('No event of Stripe waits.');
}

async function examineWebhooks(db: Knex): Promise<Verdict> {
  const { failed_deliveries } = await readBacklog(db);
  return failed_deliveries > 0
    ? warning(
        `${failed_deliveries} webhooks to customers' servers were given up. \`webhooks\` lists them.`,
      )
    : ok('No webhook was given up.');
}
