import { z } from 'zod';

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
  /** Hosts, addresses or networks that the guarded fetch may reach although private. */
  fetchAllow: string[];
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

const webOrigin = z
  .url({
    protocol: /^https?$/,
    error: 'must be an address such as https://radio.example.com',
    abort: true,
  })
  .refine((text) => {
    const url = new URL(text);
    return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  }, 'must be an origin only: scheme, host and port')
  .transform((text) => new URL(text).origin);

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
  FETCH_ALLOW: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    ),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
});

/** Variables that production can't do without; every other start has stand-ins for them. */
const REQUIRED_IN_PRODUCTION = ['DATABASE_URL', 'PUBLIC_URL'] as const;

/**
 * Reads the environment. An empty variable counts as absent, as in most `.env` files.
 * @throws ConfigInvalid naming every fault at once
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  const faults = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  if (given['NODE_ENV'] === 'production') {
    for (const name of REQUIRED_IN_PRODUCTION) {
      if (given[name] === undefined) faults.push(`${name} is required in production`);
    }
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
    fetchAllow: values.FETCH_ALLOW,
    logLevel: values.LOG_LEVEL,
  };
}
