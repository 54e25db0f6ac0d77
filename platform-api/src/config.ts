import { z } from 'zod';
import { BRAND, COMPANY } from '../contract/brand.ts';
import { DEFAULT_GRACE_DAYS, PASSWORD_LENGTH } from '../contract/limits.ts';
import { storageUrl, type Bucket } from './storage-url.ts';
import { webOrigin } from './web-origin.ts';

/** Everything that the environment decides, read once at start. No other file reads `process.env`. */
export interface Config {
  production: boolean;
  port: number;
  host: string;
  /** Origin that links are made of, without a slash at the end. */
  publicUrl: string;
  /** Its subdomains are station hosts. */
  mainDomain: string;
  /** Four-part hosts of this domain are station hosts (specification §2). */
  projectHostDomain: string | null;
  /** Null: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  /** The bucket that members' files lie in. Null: a folder in `dataDir`. */
  storage: Bucket | null;
  /** Hosts, addresses or networks that the guarded fetch may reach although private. */
  fetchAllow: string[];
  /** Access tokens are signed with the first, believed with any. Null: made once, kept in `dataDir`. */
  jwtSecrets: string[] | null;
  /** The first admin. Null: made once in development, nobody in production. */
  admin: { email: string; password: string } | null;
  /** Null: the mailbox page. */
  smtpUrl: string | null;
  mailFrom: { name: string; address: string };
  /** Where the contact form's messages go. */
  contactEmail: string;
  /** Null: text messages go to the mailbox page too; in production none are sent. */
  smsUrl: string | null;
  /** Null: the payment sandbox. */
  stripe: { secretKey: string; webhookSecrets: string[]; apiBase: string | null } | null;
  /** A station that is not paid for stays on air this many days. */
  billingGraceDays: number;
  /** How many proxies of ours stand in front and add to X-Forwarded-For. */
  trustProxy: number;
  logLevel: LogLevel;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** The environment has faults; the message lists all of them, one per line. */
export class ConfigInvalid extends Error {
  constructor(faults: string[]) {
    super(`The configuration has faults:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigInvalid';
  }
}

const hostName = z
  .string()
  .toLowerCase()
  .regex(
    /^(?!-)[a-z0-9-]+(?:\.[a-z0-9-]+)*$/,
    'must be a bare host name, such as radio.example.com',
  );

/** Shorter secrets can be guessed: HS256 wants as many bytes as its hash has (RFC 7518 §3.2). */
const MIN_SECRET_LENGTH = 32;

const secrets = z
  .string()
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .refine(
    (all) => all.length <= 2 && all.every((secret) => secret.length >= MIN_SECRET_LENGTH),
    `must be one secret of at least ${MIN_SECRET_LENGTH} characters, or two with a comma while rotating`,
  );

/** `Stationhouse <hello@example.com>`, or the address alone. */
const mailSender = z.string().transform((text, check) => {
  const [, name = '', inAngles] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  const address = (inAngles ?? text).trim();
  if (!z.regexes.email.test(address)) {
    check.addIssue('must look like Stationhouse <hello@example.com>');
    return z.NEVER;
  }
  return { name: name.trim() || BRAND.name, address };
});

const environment = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'must be production, development or test')
    .default('development'),
  PORT: z.coerce
    .number('must be a port number')
    .int('must be a port number')
    .min(1, 'must be from 1 to 65535')
    .max(65_535, 'must be from 1 to 65535')
    .default(8000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: webOrigin.optional(),
  MAIN_DOMAIN: hostName.default('localhost'),
  PROJECT_HOST_DOMAIN: hostName.optional(),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must look like postgres://user:password@host/name',
    })
    .optional(),
  DATA_DIR: z.string().default('.data'),
  STORAGE_URL: storageUrl.optional(),
  FETCH_ALLOW: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    ),
  JWT_SECRET: secrets.optional(),
  ADMIN_EMAIL: z
    .string()
    .toLowerCase()
    .regex(z.regexes.email, 'must be an e-mail address')
    .optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(PASSWORD_LENGTH.min, `must have at least ${PASSWORD_LENGTH.min} characters`)
    .max(PASSWORD_LENGTH.max, `must have at most ${PASSWORD_LENGTH.max} characters`)
    .optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@host:587' })
    .optional(),
  MAIL_FROM: mailSender.optional(),
  CONTACT_EMAIL: z
    .string()
    .regex(z.regexes.email, 'must be one e-mail address')
    .default(COMPANY.contact_email),
  SMS_URL: z
    .url({ protocol: /^sns$/, error: 'must look like sns://key:secret@eu-west-2?sender=Name' })
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_/, 'must be a secret key of Stripe: sk_… or rk_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .transform((text) => text.split(',').map((secret) => secret.trim()))
    .refine(
      (all) => all.length <= 2 && all.every((secret) => secret.startsWith('whsec_')),
      'must be one signing secret of Stripe, whsec_…, or two with a comma while rotating',
    )
    .optional(),
  STRIPE_API_BASE: webOrigin.optional(),
  BILLING_GRACE_DAYS: z.coerce
    .number('must be a number of days')
    .int('must be a number of days')
    .min(0, 'must be 0 or more')
    .max(90, 'must be at most 90')
    .default(DEFAULT_GRACE_DAYS),
  TRUST_PROXY: z.coerce
    .number('must be a number of proxies')
    .int('must be a number of proxies')
    .min(0, 'must be 0 or more')
    .max(10, 'must be at most 10')
    .default(0),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
});

type Variable = keyof typeof environment.shape;

/** Variables that production can't do without; every other start has stand-ins for them. */
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

/** Those of them that a command at the terminal can't do without either. */
export const REQUIRED_BY_COMMANDS: readonly Variable[] = ['DATABASE_URL'];

/**
 * Reads the environment. An empty variable counts as absent, as in most `.env` files.
 * @param required what production must have
 * @throws ConfigInvalid naming every fault at once
 */
export function readConfig(
  env: NodeJS.ProcessEnv = process.env,
  required = REQUIRED_IN_PRODUCTION,
): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  const faults = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
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
  if (given['NODE_ENV'] === 'production' && given['STRIPE_API_BASE'] !== undefined) {
    faults.push('STRIPE_API_BASE is for tests: production pays with Stripe itself');
  }
  if (!parsed.success || faults.length > 0) throw new ConfigInvalid(faults);

  const values = parsed.data;
  return {
    production: values.NODE_ENV === 'production',
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    mainDomain: values.MAIN_DOMAIN,
    projectHostDomain: values.PROJECT_HOST_DOMAIN ?? null,
    databaseUrl: values.DATABASE_URL ?? null,
    dataDir: values.DATA_DIR,
    storage: values.STORAGE_URL ?? null,
    fetchAllow: values.FETCH_ALLOW,
    jwtSecrets: values.JWT_SECRET ?? null,
    admin:
      values.ADMIN_EMAIL !== undefined && values.ADMIN_PASSWORD !== undefined
        ? { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD }
        : null,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? { name: BRAND.name, address: 'hello@stationhouse.example' },
    contactEmail: values.CONTACT_EMAIL,
    smsUrl: values.SMS_URL ?? null,
    stripe:
      values.STRIPE_SECRET_KEY !== undefined && values.STRIPE_WEBHOOK_SECRET !== undefined
        ? {
            secretKey: values.STRIPE_SECRET_KEY,
            webhookSecrets: values.STRIPE_WEBHOOK_SECRET,
            apiBase: values.STRIPE_API_BASE ?? null,
          }
        : null,
    billingGraceDays: values.BILLING_GRACE_DAYS,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
  };
}
