import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { z } from 'zod';
import { BRAND } from '../../contract/site/brand.ts';
import { DEFAULT_SMS_COUNTRIES } from '../../contract/values.ts';
import { environment, isProgram, SECRETS, type Variable } from './environment.ts';
import { misspeltIn } from './misspelt.ts';
import { isLoopback } from '../http/web-origin.ts';

/** The environment is invalid. The message lists every fault on a line. */
export class ConfigInvalid extends Error {
  constructor(faults: string[]) {
    super(`The configuration is invalid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigInvalid';
  }
}

/** Replaces each `NAME_FILE` by the content of its file. @param faults gets the files that cannot be read */
function withFiles(given: NodeJS.ProcessEnv, faults: string[]): NodeJS.ProcessEnv {
  const read = { ...given };
  for (const name of SECRETS) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    if (given[name] !== undefined) faults.push(`${name} and ${name}_FILE are both set`);
    try {
      read[name] = readFileSync(file, 'utf8').trim();
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
      faults.push(`${name}_FILE cannot be read (${reason})`);
    }
  }
  return read;
}

/** Variables that production requires. Elsewhere there are stand-ins for them. */
const REQUIRED_IN_PRODUCTION: readonly Variable[] = [
  'DATABASE_URL',
  'PUBLIC_URL',
  'STORAGE_URL',
  'JWT_SECRET',
  'SMTP_URL',
  'MAIL_FROM',
  'CONTACT_EMAIL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
];

/** Variables that the CLI requires in production. */
export const REQUIRED_BY_COMMANDS: readonly Variable[] = ['DATABASE_URL'];

/**
 * Reads the environment. An empty variable counts as missing, as in most `.env` files.
 * @param required variables that production must have
 * @returns with `warnings`: a sentence for each setting that is probably a mistake; and `missing`: what production
 *   needs besides `required`
 * @throws ConfigInvalid with all faults
 */
export function readConfig(
  env: NodeJS.ProcessEnv = process.env,
  required = REQUIRED_IN_PRODUCTION,
) {
  const faults: string[] = [];
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const given = withFiles(filled, faults);
  const parsed = environment.safeParse(given);
  for (const { path, message } of parsed.error?.issues ?? []) {
    faults.push(`${path.join('.')} ${message}`);
  }
  if (given['NODE_ENV'] === 'production') {
    for (const name of required) {
      if (given[name] === undefined) faults.push(`${name} is required in production`);
    }
  }
  if ((given['ADMIN_EMAIL'] === undefined) !== (given['ADMIN_PASSWORD'] === undefined)) {
    faults.push('ADMIN_EMAIL and ADMIN_PASSWORD go together');
  }
  if (
    (given['STRIPE_SECRET_KEY'] === undefined) !==
    (given['STRIPE_WEBHOOK_SECRET'] === undefined)
  ) {
    faults.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together');
  }
  if (parsed.data && parsed.data.METRICS_PORT === parsed.data.PORT) {
    faults.push('METRICS_PORT must differ from PORT: anyone could read the metrics there');
  }
  if (given['NODE_ENV'] === 'production' && given['STRIPE_API_BASE'] !== undefined) {
    faults.push('STRIPE_API_BASE is only for tests: production uses Stripe itself');
  }
  if (parsed.success && parsed.data.ALLOW_STAND_INS === '0') {
    for (const name of namesOfOthersWay(parsed.data)) {
      faults.push(
        `${name} lets other machines in, and the stand-ins of development hold every account's mail: ` +
          'set NODE_ENV=production, or ALLOW_STAND_INS=1 to try it in a network of your own',
      );
    }
  }
  const publicUrl = parsed.data?.PUBLIC_URL;
  if (
    given['NODE_ENV'] === 'production' &&
    publicUrl?.startsWith('http:') &&
    !isLoopback(new URL(publicUrl).hostname)
  ) {
    faults.push('PUBLIC_URL must begin with https:// in production: passwords go over it');
  }
  const known = [...Object.keys(environment.shape), ...SECRETS.map((name) => `${name}_FILE`)];
  const misspelt = misspeltIn(given, known);
  if (!parsed.success || faults.length > 0) throw new ConfigInvalid([...faults, ...misspelt]);

  const missing =
    parsed.data.NODE_ENV === 'production'
      ? REQUIRED_IN_PRODUCTION.filter((name) => given[name] === undefined)
      : [];
  return {
    ...toConfig(parsed.data),
    missing,
    warnings: [...misspelt, ...doubtsAbout(parsed.data)],
  };
}

/** Settings that an installation may have on purpose, but rarely has. */
function doubtsAbout(values: z.output<typeof environment>) {
  const { NODE_ENV, HOST, STRIPE_SECRET_KEY, ALLOW_STAND_INS } = values;
  if (NODE_ENV !== 'production') {
    return ALLOW_STAND_INS === '0'
      ? []
      : [
          'ALLOW_STAND_INS=1: other machines may use this site, where no mail is sent and no money moves',
        ];
  }
  const doubts = [];
  if (isLoopback(HOST)) {
    doubts.push(`HOST is ${HOST}: only a proxy on this machine reaches the program`);
  }
  if (STRIPE_SECRET_KEY && /^[rs]k_test_/.test(STRIPE_SECRET_KEY)) {
    doubts.push('STRIPE_SECRET_KEY is a test key: purchases move no money');
  }
  return doubts;
}

/** The path of a program; null when it is not installed. */
const programOn = (path: string, name: string): string | null =>
  path
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isProgram) ?? null;

/** The variables by which other machines reach a program that runs with stand-ins. */
function namesOfOthersWay({ NODE_ENV, HOST, PUBLIC_URL }: z.output<typeof environment>) {
  const hosts = { HOST, ...(PUBLIC_URL && { PUBLIC_URL: new URL(PUBLIC_URL).hostname }) };
  if (NODE_ENV === 'production') return [];
  return Object.entries(hosts).flatMap(([name, host]) => (isLoopback(host) ? [] : [name]));
}

/** Everything that the environment configures, read once at start. No other file reads `process.env`. */
export type Config = ReturnType<typeof readConfig>;

function toConfig(values: z.output<typeof environment>) {
  return {
    production: values.NODE_ENV === 'production',
    port: values.PORT,
    host: values.HOST,
    /** Where Prometheus reads. Null: nowhere. */
    metricsPort: values.METRICS_PORT ?? null,
    /** The origin of links, without a trailing slash. */
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    /** The domain whose subdomains are hosts of stations. */
    mainDomain: values.MAIN_DOMAIN,
    /** Four-part hosts of this domain are station hosts (specification §2). */
    projectHostDomain: values.PROJECT_HOST_DOMAIN ?? null,
    /** Null: the embedded PostgreSQL in `dataDir`. */
    databaseUrl: values.DATABASE_URL ?? null,
    /** The role that may change tables. Null: the same as `databaseUrl`. */
    migrationsDatabaseUrl: values.MIGRATIONS_DATABASE_URL ?? null,
    /** Connections of the pool that answers requests. */
    databasePoolSize: values.DATABASE_POOL_SIZE,
    /** Jobs at a time. 0: this process runs none. */
    jobSlots: values.JOB_SLOTS,
    /** The most listeners and event streams of this process. */
    maxListeners: values.MAX_LISTENERS,
    maxEventStreams: values.MAX_EVENT_STREAMS,
    /** Connections at a time to one host of streams, to check its stations. */
    watchPerHost: values.WATCH_PER_HOST,
    dataDir: values.DATA_DIR,
    /** The bucket for members' files. Null: a folder in `dataDir`. */
    storage: values.STORAGE_URL ?? null,
    /** The most that prepared sound takes of this machine's disk. */
    soundCacheBytes: values.SOUND_CACHE_MB * 1_000_000,
    /** The program that prepares audio. Null: the embedded engine, which reads MP3 and WAV only. */
    ffmpeg: values.FFMPEG ?? programOn(values.PATH, 'ffmpeg'),
    /** The folder with `pg_dump`, `pg_restore` and `psql`. Null: they are not installed. */
    postgresPrograms: programOn(values.PATH, 'pg_dump')?.replace(/(?<![^/\\])[^/\\]*$/, '') ?? null,
    /** The program that speaks other languages than English. */
    espeak: programOn(values.PATH, 'espeak-ng'),
    /** Null: no text is sent to Amazon Polly. */
    polly: values.POLLY_URL ?? null,
    /** A file of addresses and countries in MaxMind's format. Null: listeners have no country. */
    countryDatabase: values.COUNTRY_DATABASE ?? null,
    /** Private hosts, addresses or networks that the guarded fetch may reach. */
    fetchAllow: values.FETCH_ALLOW,
    /** Asked about members' domains. Empty: the operating system's. */
    dnsServers: values.DNS_SERVERS,
    /** The first signs access tokens; all verify them. Null: one is generated and kept in `dataDir`. */
    jwtSecrets: values.JWT_SECRET ?? null,
    /** The first admin. Null: generated in development; production starts without an admin. */
    admin:
      values.ADMIN_EMAIL !== undefined && values.ADMIN_PASSWORD !== undefined
        ? { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD }
        : null,
    /** Admins without a second factor can make no admin call. */
    adminsNeedFactor: values.ADMIN_REQUIRE_2FA === '1',
    /** Where mails go; null: to the mailbox page. */
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? { name: BRAND.name, address: 'hello@stationhouse.example' },
    /** The recipient of contact messages. */
    contactEmail: values.CONTACT_EMAIL,
    /** Null: text messages go to the mailbox page; production sends no text messages. */
    smsUrl: values.SMS_URL ?? null,
    /** Gets a POST for each alarm. Null: alarms are only in the log. */
    alarmUrl: values.ALARM_URL ?? null,
    /** Countries that get text messages, as ISO 3166-1 alpha-2 codes. */
    smsCountries: values.SMS_COUNTRIES ?? DEFAULT_SMS_COUNTRIES,
    /** The keys of the payment provider; null: payments have a stand-in. */
    stripe:
      values.STRIPE_SECRET_KEY !== undefined && values.STRIPE_WEBHOOK_SECRET !== undefined
        ? {
            secretKey: values.STRIPE_SECRET_KEY,
            webhookSecrets: values.STRIPE_WEBHOOK_SECRET,
            apiBase: values.STRIPE_API_BASE ?? null,
          }
        : null,
    /** Origins besides ours to which payment pages may lead back. */
    returnOrigins: values.CHECKOUT_RETURN_ORIGINS,
    /** The VAT registers that are asked. */
    vatRegisters: {
      vies: values.VIES_URL ?? null,
      hmrc: values.HMRC_URL ?? null,
    },
    /** Days that an unpaid station stays on air. */
    billingGraceDays: values.BILLING_GRACE_DAYS,
    /** Stations go on air for the first time only when their members have approved them. */
    waitsForApproval: values.WAIT_FOR_APPROVAL === '1',
    /** Songs that a member may skip in an hour. */
    memberSkipsAnHour: values.MEMBER_SKIPS_PER_HOUR,
    /** The number of our own proxies in front that append to X-Forwarded-For. */
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
  };
}
