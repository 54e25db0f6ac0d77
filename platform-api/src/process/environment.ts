import { Resolver } from 'node:dns/promises';
import { accessSync, constants, statSync } from 'node:fs';
import { isSupportedCountry } from 'libphonenumber-js/max';
import { z } from 'zod';
import { BRAND, COMPANY } from '../../contract/site/brand.ts';
import { email, EMAIL_PATTERN } from '../../contract/fields.ts';
import { DEFAULT_GRACE_DAYS } from '../../contract/stations/values.ts';
import { DEFAULT_MAX_EVENT_STREAMS } from '../../contract/values.ts';
import {
  DEFAULT_MAX_LISTENERS,
  DEFAULT_SOUND_CACHE_MEGABYTES,
} from '../../contract/broadcast/values.ts';
import { DEFAULT_SKIPS_AN_HOUR } from '../../contract/schedule/values.ts';
import { PASSWORD_LENGTH } from '../../contract/accounts/values.ts';
import { pollyUrl } from '../voices/polly-url.ts';
import { storageUrl } from '../assets/storage/storage-url.ts';
import { webOrigin } from '../http/web-origin.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const hostName = z
  .string()
  .toLowerCase()
  .regex(
    /^(?!-)[a-z0-9-]+(?:\.[a-z0-9-]+)*$/,
    'must be a bare host name, such as radio.example.com',
  );

const countries = z
  .string()
  .toUpperCase()
  .transform((text) => text.split(',').map((code) => code.trim()))
  .refine(
    (codes) => codes.every((code) => isSupportedCountry(code)),
    'must be country codes, such as GB,IE,FR',
  );

/** Entries with a comma between them. */
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  );

function isDnsServer(text: string): boolean {
  try {
    new Resolver().setServers([text]);
    return true;
  } catch {
    return false;
  }
}

/** HS256 requires a key of at least the size of its hash, 32 bytes (RFC 7518 §3.2). */
const MIN_SECRET_LENGTH = 32;

const secrets = z
  .string()
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .refine(
    (all) => all.length <= 2 && all.every((secret) => secret.length >= MIN_SECRET_LENGTH),
    `must be one secret of at least ${MIN_SECRET_LENGTH} characters, or two with a comma while rotating`,
  );

/** `Stationhouse <hello@example.com>`, or only the address. */
const mailSender = z.string().transform((text, check) => {
  const [, name = '', inAngles] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  const address = (inAngles ?? text).trim();
  if (!EMAIL_PATTERN.test(address)) {
    check.addIssue('must look like Stationhouse <hello@example.com>');
    return z.NEVER;
  }
  return { name: name.trim() || BRAND.name, address };
});

/** Connections of the pool, and jobs at a time, unless configured otherwise. Jobs mostly wait, not for the CPU. */
const DEFAULT_POOL_SIZE = 10;
const DEFAULT_JOB_SLOTS = 2;
/** Few, because the stream host may belong to a third party. */
const DEFAULT_WATCH_PER_HOST = 4;

/** The address of a VAT register, with the operator's own number and, for HMRC, the OAuth client. */
const registerUrl = (isWhole: (url: URL) => boolean, error: string) =>
  z
    .url({ protocol: /^https?$/, error })
    .transform((text) => new URL(text))
    .refine(isWhole, error)
    .transform((url) => ({
      url: url.origin + url.pathname.replace(/\/$/, ''),
      requester: url.searchParams.get('requester') ?? '',
      client:
        url.username === ''
          ? null
          : { id: decodeURIComponent(url.username), secret: decodeURIComponent(url.password) },
    }));

/** A whole number. @param noun what it counts, as the fault says it */
const wholeNumber = (noun: string, { min, max = 1_000_000 }: { min: number; max?: number }) =>
  z.coerce
    .number(`must be a number of ${noun}`)
    .int(`must be a number of ${noun}`)
    .min(min, min === 0 ? 'must be 0 or more' : `must be at least ${min}`)
    .max(max, `must be at most ${max}`);

const port = z.coerce
  .number('must be a port number')
  .int('must be a port number')
  .min(1, 'must be from 1 to 65535')
  .max(65_535, 'must be from 1 to 65535');

const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must look like postgres://user:password@host/name',
});

/** The variables that are read, each with its form and its default. */
export const environment = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'must be production, development or test')
    .default('development'),
  PORT: port.default(8000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: webOrigin.optional(),
  MAIN_DOMAIN: hostName.default('localhost'),
  PROJECT_HOST_DOMAIN: hostName.optional(),
  METRICS_PORT: port.optional(),
  DATABASE_URL: databaseUrl.optional(),
  MIGRATIONS_DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: wholeNumber('connections', { min: 2, max: 500 }).default(DEFAULT_POOL_SIZE),
  JOB_SLOTS: wholeNumber('jobs', { min: 0, max: 50 }).default(DEFAULT_JOB_SLOTS),
  MAX_LISTENERS: wholeNumber('listeners', { min: 0 }).default(DEFAULT_MAX_LISTENERS),
  MAX_EVENT_STREAMS: wholeNumber('streams', { min: 0 }).default(DEFAULT_MAX_EVENT_STREAMS),
  WATCH_PER_HOST: wholeNumber('connections', { min: 1, max: 50 }).default(DEFAULT_WATCH_PER_HOST),
  DATA_DIR: z.string().default('.data'),
  STORAGE_URL: storageUrl.optional(),
  SOUND_CACHE_MB: wholeNumber('megabytes', { min: 100, max: 100_000_000 }).default(
    DEFAULT_SOUND_CACHE_MEGABYTES,
  ),
  FFMPEG: z.string().refine(isProgram, 'must be the path of a program').optional(),
  POLLY_URL: pollyUrl.optional(),
  COUNTRY_DATABASE: z.string().min(1).optional(),
  PATH: z.string().default(''),
  FETCH_ALLOW: list,
  DNS_SERVERS: list.refine(
    (servers) => servers.every(isDnsServer),
    'must be IP addresses, such as 9.9.9.9,[2620:fe::fe]:53',
  ),
  JWT_SECRET: secrets.optional(),
  ADMIN_EMAIL: z
    .string()
    .refine((text) => email.safeParse(text).success, 'must be an email address')
    .transform((text) => email.parse(text))
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
    .regex(EMAIL_PATTERN, 'must be one email address')
    .default(COMPANY.contact_email),
  ALARM_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  SMS_URL: z
    .url({ protocol: /^sns$/, error: 'must look like sns://key:secret@eu-west-2?sender=Name' })
    .optional(),
  SMS_COUNTRIES: countries.optional(),
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
  CHECKOUT_RETURN_ORIGINS: list.pipe(z.array(webOrigin)),
  VIES_URL: registerUrl(
    (url) => /^[A-Z]{2}/.test(url.searchParams.get('requester') ?? ''),
    'must look like https://ec.europa.eu/taxation_customs/vies/rest-api?requester=IE1234567FA',
  ).optional(),
  HMRC_URL: registerUrl(
    (url) => url.username !== '' && url.password !== '' && url.searchParams.has('requester'),
    'must look like https://CLIENT_ID:SECRET@api.service.hmrc.gov.uk?requester=123456789',
  ).optional(),
  BILLING_GRACE_DAYS: wholeNumber('days', { min: 0, max: 90 }).default(DEFAULT_GRACE_DAYS),
  MEMBER_SKIPS_PER_HOUR: wholeNumber('skips', { min: 0, max: 60 }).default(DEFAULT_SKIPS_AN_HOUR),
  TRUST_PROXY: wholeNumber('proxies', { min: 0, max: 10 }).default(0),
  WAIT_FOR_APPROVAL: z.enum(['0', '1'], 'must be 1, or left out').default('0'),
  ADMIN_REQUIRE_2FA: z.enum(['0', '1'], 'must be 1, or left out').default('0'),
  ALLOW_STAND_INS: z.enum(['0', '1'], 'must be 1, or left out').default('0'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
});

/** The name of a variable. */
export type Variable = keyof typeof environment.shape;

/** Variables that may be in a file instead, which `NAME_FILE` names, as containers get their secrets. */
export const SECRETS: readonly Variable[] = [
  'DATABASE_URL',
  'MIGRATIONS_DATABASE_URL',
  'STORAGE_URL',
  'JWT_SECRET',
  'ADMIN_PASSWORD',
  'SMTP_URL',
  'SMS_URL',
  'POLLY_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'HMRC_URL',
  'ALARM_URL',
];

/** Whether a file can be run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
