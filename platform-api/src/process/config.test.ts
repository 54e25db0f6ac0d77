import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMPANY } from '../../contract/site/brand.ts';
import { DEFAULT_GRACE_DAYS } from '../../contract/stations/values.ts';
import { DEFAULT_MAX_EVENT_STREAMS } from '../../contract/values.ts';
import { DEFAULT_MAX_LISTENERS } from '../../contract/broadcast/values.ts';
import { scratchFolder } from '../../test/scratch.ts';
import { ConfigInvalid, readConfig } from './config.ts';

const SECRET = 'a secret of thirty-two characters';
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_WEBHOOK_SECRET: 'whsec_new' };
const STRIPE_TOGETHER = 'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together';
const ONE_OR_TWO_SECRETS = 'STRIPE_WEBHOOK_SECRET must be one signing secret of Stripe';

describe('readConfig', () => {
  it('works without any variables in development', () => {
    expect(readConfig({})).toMatchObject({
      production: false,
      port: 8000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:8000',
      mainDomain: 'localhost',
      projectHostDomain: null,
      databaseUrl: null,
      fetchAllow: [],
    });
  });

  it('treats an empty variable as missing', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({
      port: 8000,
      databaseUrl: null,
    });
  });

  it('derives PUBLIC_URL from the port', () => {
    expect(readConfig({ PORT: '9000' }).publicUrl).toBe('http://localhost:9000');
  });

  it('reads the private addresses that may be fetched', () => {
    expect(readConfig({ FETCH_ALLOW: ' icecast.lan, 10.0.0.0/8 ,' }).fetchAllow).toEqual([
      'icecast.lan',
      '10.0.0.0/8',
    ]);
  });

  it('reads the origins to which payment pages may lead back', () => {
    const CHECKOUT_RETURN_ORIGINS = 'https://agency.example, http://localhost:3000/';
    expect(readConfig({}).returnOrigins).toEqual([]);
    expect(readConfig({ CHECKOUT_RETURN_ORIGINS }).returnOrigins).toEqual([
      'https://agency.example',
      'http://localhost:3000',
    ]);
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT must be a port number'],
    [{ PORT: '70000' }, 'PORT must be from 1 to 65535'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [{ NODE_ENV: 'staging' }, 'NODE_ENV must be production, development or test'],
    [{ PUBLIC_URL: 'radio.example.com' }, 'PUBLIC_URL must be an address'],
    [{ PUBLIC_URL: 'https://example.com/radio' }, 'PUBLIC_URL must be an origin only'],
    [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL must look like postgres://'],
    ...[
      '/srv/files',
      'https://bucket',
      's3://',
      's3://bucket',
      's3://key@my-bucket?region=x',
      's3://:secret@bucket?region=x',
      's3://key:secret@bucket',
      's3://key:secret@b?region=x',
      's3://key:secret@My_Bucket?region=x',
      's3://key:se/cret@bucket?region=x',
      's3://key:%zz@bucket?region=x',
      's3://key:secret@bucket/folder?region=x',
      's3://key:secret@bucket:9000?region=x',
      's3://key:secret@bucket?endpoint=minio:9000',
      's3://key:secret@bucket?region=x&acl=public',
      's3://key:secret@bucket?region=',
    ].map((STORAGE_URL): [NodeJS.ProcessEnv, string] => [
      { STORAGE_URL },
      'STORAGE_URL must look like s3://key:secret@bucket?region=eu-west-2',
    ]),
    [{ MAIN_DOMAIN: 'https://example.com' }, 'MAIN_DOMAIN must be a bare host name'],
    [{ JWT_SECRET: 'too short' }, 'JWT_SECRET must be one secret of at least 32 characters'],
    [{ JWT_SECRET: `${SECRET},` }, 'JWT_SECRET must be one secret of at least 32 characters'],
    [{ JWT_SECRET: `${SECRET},too short` }, 'JWT_SECRET must be one secret of at least 32'],
    [{ JWT_SECRET: `${SECRET},${SECRET},${SECRET}` }, 'JWT_SECRET must be one secret of at least'],
    [{ ADMIN_EMAIL: 'desk', ADMIN_PASSWORD: SECRET }, 'ADMIN_EMAIL must be an email address'],
    [
      { ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'short' },
      'ADMIN_PASSWORD must have at least 8',
    ],
    [
      { ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'x'.repeat(129) },
      'ADMIN_PASSWORD must have at most 128',
    ],
    [{ ADMIN_EMAIL: 'desk@example.com' }, 'ADMIN_EMAIL and ADMIN_PASSWORD go together'],
    [{ ADMIN_PASSWORD: SECRET }, 'ADMIN_EMAIL and ADMIN_PASSWORD go together'],
    [{ SMTP_URL: 'mail.example.com:25' }, 'SMTP_URL must look like smtp://'],
    [{ SMTP_URL: 'https://mail.example.com' }, 'SMTP_URL must look like smtp://'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM must look like Stationhouse <hello@example.com>'],
    [{ MAIL_FROM: 'A <a@b.example>, B <b@b.example>' }, 'MAIL_FROM must look like'],
    [{ CONTACT_EMAIL: 'desk' }, 'CONTACT_EMAIL must be one email address'],
    [{ CONTACT_EMAIL: 'a@b.example,c@d.example' }, 'CONTACT_EMAIL must be one email address'],
    [{ SMS_URL: 'twilio://key' }, 'SMS_URL must look like sns://'],
    [{ POLLY_URL: 'https://polly.eu-west-2.amazonaws.com' }, 'POLLY_URL must look like polly://'],
    [{ POLLY_URL: 'polly://eu-west-2?en-GB.female=Amy' }, 'POLLY_URL must look like polly://'],
    [{ POLLY_URL: 'polly://a:b@Frankfurt?en-GB.female=Amy' }, 'POLLY_URL must look like polly://'],
    [{ POLLY_URL: 'polly://a:b@eu-west-2' }, 'POLLY_URL names no voice: add one for each language'],
    [{ POLLY_URL: 'polly://a:b@eu-west-2?female=Amy' }, 'POLLY_URL has a voice in another form'],
    [
      { POLLY_URL: 'polly://a:b@eu-west-2?engine=steam&en-GB.male=Brian' },
      'POLLY_URL has an unknown engine: it must be one of standard, neural',
    ],
    [{ VIES_URL: 'https://ec.europa.eu/rest-api' }, 'VIES_URL must look like https://ec.europa.eu'],
    [
      { HMRC_URL: 'https://id@api.service.hmrc.gov.uk?requester=1' },
      'HMRC_URL must look like https://CLIENT_ID:SECRET@',
    ],
    [
      { HMRC_URL: 'https://id:secret@api.service.hmrc.gov.uk' },
      'HMRC_URL must look like https://CLIENT_ID:SECRET@',
    ],
    [{ SMS_COUNTRIES: 'GB,United States' }, 'SMS_COUNTRIES must be country codes, such as GB,IE'],
    [{ SMS_COUNTRIES: 'GB;IE' }, 'SMS_COUNTRIES must be country codes'],
    [{ STRIPE_SECRET_KEY: 'pk_test_abc' }, 'STRIPE_SECRET_KEY must be a secret key of Stripe'],
    [{ STRIPE_SECRET_KEY: 'sk_test_abc' }, STRIPE_TOGETHER],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_new' }, STRIPE_TOGETHER],
    [{ STRIPE_WEBHOOK_SECRET: 'secret' }, ONE_OR_TWO_SECRETS],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_new,' }, ONE_OR_TWO_SECRETS],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_new,old' }, ONE_OR_TWO_SECRETS],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_1,whsec_2,whsec_3' }, ONE_OR_TWO_SECRETS],
    [{ STRIPE_API_BASE: '127.0.0.1:12111' }, 'STRIPE_API_BASE must be an address'],
    [{ STRIPE_API_BASE: 'http://127.0.0.1:12111/v1' }, 'STRIPE_API_BASE must be an origin only'],
    [{ CHECKOUT_RETURN_ORIGINS: 'agency.example' }, 'CHECKOUT_RETURN_ORIGINS.0 must be an address'],
    [
      { CHECKOUT_RETURN_ORIGINS: 'https://agency.example/paid' },
      'CHECKOUT_RETURN_ORIGINS.0 must be an origin only',
    ],
    [{ BILLING_GRACE_DAYS: 'a week' }, 'BILLING_GRACE_DAYS must be a number of days'],
    [{ BILLING_GRACE_DAYS: '1.5' }, 'BILLING_GRACE_DAYS must be a number of days'],
    [{ BILLING_GRACE_DAYS: '-1' }, 'BILLING_GRACE_DAYS must be 0 or more'],
    [{ BILLING_GRACE_DAYS: '91' }, 'BILLING_GRACE_DAYS must be at most 90'],
    [{ MEMBER_SKIPS_PER_HOUR: 'many' }, 'MEMBER_SKIPS_PER_HOUR must be a number of skips'],
    [{ MEMBER_SKIPS_PER_HOUR: '61' }, 'MEMBER_SKIPS_PER_HOUR must be at most 60'],
    [{ WAIT_FOR_APPROVAL: 'yes' }, 'WAIT_FOR_APPROVAL must be 1, or left out'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must be a number of proxies'],
    [{ TRUST_PROXY: '1.5' }, 'TRUST_PROXY must be a number of proxies'],
    [{ TRUST_PROXY: '-1' }, 'TRUST_PROXY must be 0 or more'],
    [{ TRUST_PROXY: '11' }, 'TRUST_PROXY must be at most 10'],
  ])('refuses %j with an explanation', (env, line) => {
    expect(() => readConfig(env)).toThrow(line);
  });

  it('reads secrets, the first admin and mail settings', () => {
    expect(
      readConfig({
        JWT_SECRET: ` ${SECRET} , ${SECRET.toUpperCase()} `,
        ADMIN_EMAIL: 'Desk@Example.com',
        ADMIN_PASSWORD: 'a long walk by the sea',
        SMTP_URL: 'smtps://user:password@mail.example.com',
        MAIL_FROM: 'Radio House <hello@example.com>',
        CONTACT_EMAIL: 'desk@example.com',
        SMS_URL: 'sns://key:secret@eu-west-2',
        SMS_COUNTRIES: 'gb, FR',
        TRUST_PROXY: '2',
      }),
    ).toMatchObject({
      jwtSecrets: [SECRET, SECRET.toUpperCase()],
      admin: { email: 'desk@example.com', password: 'a long walk by the sea' },
      smtpUrl: 'smtps://user:password@mail.example.com',
      mailFrom: { name: 'Radio House', address: 'hello@example.com' },
      contactEmail: 'desk@example.com',
      smsUrl: 'sns://key:secret@eu-west-2',
      smsCountries: ['GB', 'FR'],
      trustProxy: 2,
    });
  });

  it.each(['sk_test_abc', 'sk_live_abc', 'rk_live_abc'])('reads the Stripe key %s', (secretKey) => {
    const env = { ...STRIPE, STRIPE_SECRET_KEY: secretKey, BILLING_GRACE_DAYS: '0' };
    expect(readConfig(env)).toMatchObject({
      stripe: { secretKey, webhookSecrets: ['whsec_new'], apiBase: null },
      billingGraceDays: 0,
    });
  });

  it('reads two webhook secrets and the URL of a stand-in for Stripe', () => {
    const { stripe } = readConfig({
      ...STRIPE,
      STRIPE_WEBHOOK_SECRET: ' whsec_new , whsec_old ',
      STRIPE_API_BASE: 'http://127.0.0.1:12111/',
    });
    expect(stripe).toEqual({
      secretKey: 'sk_test_abc',
      webhookSecrets: ['whsec_new', 'whsec_old'],
      apiBase: 'http://127.0.0.1:12111',
    });
  });

  it('reads a bucket with percent-encoded credentials', () => {
    expect(
      readConfig({ STORAGE_URL: 's3://AKIA%3A1:a%2Fb%2Bc%3D%40@radio.files-1?region=eu-west-2' })
        .storage,
    ).toEqual({
      bucket: 'radio.files-1',
      accessKeyId: 'AKIA:1',
      secretAccessKey: 'a/b+c=@',
      region: 'eu-west-2',
      endpoint: null,
    });
  });

  it('reads a bucket on another server', () => {
    const address = 's3://key:secret@radio-files?endpoint=http://127.0.0.1:9000/';
    expect(readConfig({ STORAGE_URL: address }).storage).toMatchObject({
      region: 'us-east-1',
      endpoint: 'http://127.0.0.1:9000',
    });
    expect(readConfig({ STORAGE_URL: `${address}&region=garage` }).storage).toMatchObject({
      region: 'garage',
    });
  });

  it('reads a bucket without keys, which the role of the machine has', () => {
    expect(readConfig({ STORAGE_URL: 's3://radio-files?region=eu-west-2' }).storage).toEqual({
      bucket: 'radio-files',
      accessKeyId: null,
      secretAccessKey: null,
      region: 'eu-west-2',
      endpoint: null,
    });
  });

  it('reads secrets from files, without the line break at their end', async () => {
    const folder = await scratchFolder();
    const file = join(folder, 'jwt');
    await writeFile(file, `${SECRET}\n`);
    expect(readConfig({ JWT_SECRET_FILE: file }).jwtSecrets).toEqual([SECRET]);
    const both = { JWT_SECRET_FILE: file, JWT_SECRET: SECRET };
    expect(() => readConfig(both)).toThrow('JWT_SECRET and JWT_SECRET_FILE are both set');
    const missing = { SMTP_URL_FILE: join(folder, 'missing') };
    expect(() => readConfig(missing)).toThrow('SMTP_URL_FILE cannot be read (ENOENT)');
    await writeFile(file, 'too short');
    expect(() => readConfig({ JWT_SECRET_FILE: file })).toThrow('JWT_SECRET must be one secret');
    expect(() => readConfig({ ...LIVE, SMTP_URL_FIEL: '/run/smtp' })).not.toThrow();
    expect(readConfig({ ...LIVE, SMTP_URL_FIEL: '/run/smtp' }).warnings).toEqual([
      expect.stringContaining('is it SMTP_URL_FILE?'),
    ]);
  });

  it('reads the sizes of a process, and refuses those that cannot work', () => {
    expect(readConfig({})).toMatchObject({
      metricsPort: null,
      migrationsDatabaseUrl: null,
      databasePoolSize: 10,
      jobSlots: 2,
      maxListeners: DEFAULT_MAX_LISTENERS,
      maxEventStreams: DEFAULT_MAX_EVENT_STREAMS,
      watchPerHost: 4,
    });
    expect(readConfig({ JOB_SLOTS: '0', METRICS_PORT: '9464' })).toMatchObject({
      jobSlots: 0,
      metricsPort: 9464,
    });
    const wrong = {
      DATABASE_POOL_SIZE: '1',
      JOB_SLOTS: 'many',
      MAX_LISTENERS: '-1',
      WATCH_PER_HOST: '51',
      MIGRATIONS_DATABASE_URL: 'mysql://db',
    };
    for (const fault of [
      'DATABASE_POOL_SIZE must be at least 2',
      'JOB_SLOTS must be a number of jobs',
      'MAX_LISTENERS must be 0 or more',
      'WATCH_PER_HOST must be at most 50',
      'MIGRATIONS_DATABASE_URL must look like postgres://',
    ]) {
      expect(() => readConfig(wrong)).toThrow(fault);
    }
    expect(() => readConfig({ METRICS_PORT: '8000' })).toThrow(
      'METRICS_PORT must differ from PORT',
    );
  });

  it('has stand-ins for all services in development', () => {
    expect(readConfig({})).toMatchObject({
      storage: null,
      jwtSecrets: null,
      admin: null,
      smtpUrl: null,
      contactEmail: COMPANY.contact_email,
      smsUrl: null,
      stripe: null,
      billingGraceDays: DEFAULT_GRACE_DAYS,
      trustProxy: 0,
    });
  });

  it('lists all faults, without any values', () => {
    const read = () =>
      readConfig({
        NODE_ENV: 'production',
        PORT: 'x',
        LOG_LEVEL: 'loud',
        JWT_SECRET: 'canary-1',
        ADMIN_PASSWORD: 'canary2',
        SMTP_URL: 'canary-3',
        SMS_URL: 'canary-4',
        POLLY_URL: 'polly://canary-12:canary-13@eu-west-2?canary-14=canary-15',
        STORAGE_URL: 's3://canary-10:canary-11@bucket',
        STRIPE_SECRET_KEY: 'canary-6',
        STRIPE_WEBHOOK_SECRET: 'canary-7',
        STRIPE_API_BASE: 'canary-8',
        BILLING_GRACE_DAYS: 'canary-9',
        TRUST_PROXY: 'canary-5',
      });
    expect(read).toThrow(ConfigInvalid);
    expect(read).not.toThrow(/canary/);
    for (const fault of [
      'JWT_SECRET must be one secret',
      'ADMIN_PASSWORD must have at least 8 characters',
      'ADMIN_EMAIL and ADMIN_PASSWORD go together',
      'SMTP_URL must look like',
      'STORAGE_URL must look like',
      'SMS_URL must look like',
      'POLLY_URL has a voice in another form',
      'STRIPE_SECRET_KEY must be a secret key',
      'STRIPE_WEBHOOK_SECRET must be one signing secret',
      'STRIPE_API_BASE must be an address',
      'STRIPE_API_BASE is only for tests',
      'BILLING_GRACE_DAYS must be a number',
      'TRUST_PROXY must be a number',
      'MAIL_FROM is required in production',
      'PORT must be a port number',
      'LOG_LEVEL must be one of',
      'DATABASE_URL is required in production',
      'PUBLIC_URL is required in production',
    ]) {
      expect(read).toThrow(fault);
    }
  });

  it('requires storage, secrets, mail and payments in production', () => {
    for (const name of [
      'STORAGE_URL',
      'JWT_SECRET',
      'SMTP_URL',
      'MAIL_FROM',
      'CONTACT_EMAIL',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
    ]) {
      expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(
        `${name} is required in production`,
      );
    }
  });

  it('refuses STRIPE_API_BASE in production', () => {
    const production = {
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://db.example.com/radio',
      PUBLIC_URL: 'https://radio.example.com',
      STORAGE_URL: 's3://key:secret@radio-files?region=eu-west-2',
      JWT_SECRET: SECRET,
      SMTP_URL: 'smtp://mail.example.com',
      MAIL_FROM: 'hello@example.com',
      CONTACT_EMAIL: 'desk@example.com',
      ...STRIPE,
    };
    expect(readConfig(production).stripe).toMatchObject({ apiBase: null });
    expect(() => readConfig({ ...production, STRIPE_API_BASE: 'http://127.0.0.1:12111' })).toThrow(
      'STRIPE_API_BASE is only for tests: production uses Stripe itself',
    );
  });

  it.each([
    [{ PUBLIC_URL: 'https://radio.example.com' }, ['PUBLIC_URL']],
    [{ PUBLIC_URL: 'http://192.168.1.20:8000', HOST: '0.0.0.0' }, ['HOST', 'PUBLIC_URL']],
    [{ HOST: '::' }, ['HOST']],
    [{ NODE_ENV: 'test', HOST: '10.0.0.1' }, ['HOST']],
    [{ PUBLIC_URL: 'http://localhost.example.com' }, ['PUBLIC_URL']],
  ])('refuses the stand-ins of development where other machines come in: %j', (env, names) => {
    let message = '';
    try {
      readConfig(env);
    } catch (error) {
      message = String(error);
    }
    const named = [...message.matchAll(/^ {2}(\w+) lets other machines in/gm)];
    expect(named.map(([, name]) => name)).toEqual(names);
    expect(message).toContain('set NODE_ENV=production, or ALLOW_STAND_INS=1');
    const { warnings } = readConfig({ ...env, ALLOW_STAND_INS: '1' });
    expect(warnings).toEqual([expect.stringContaining('other machines may use this site')]);
  });

  it.each(['localhost', '127.0.0.2', '[::1]', 'radio.localhost'])(
    'allows the stand-ins of development at %s',
    (host) => {
      const env = { PUBLIC_URL: `http://${host}:8000`, HOST: host.replace(/[[\]]/g, '') };
      expect(readConfig(env)).toMatchObject({ production: false, warnings: [] });
    },
  );

  const LIVE = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://db/radio',
    PUBLIC_URL: 'https://radio.example.com',
    HOST: '0.0.0.0',
    STORAGE_URL: 's3://key:secret@my-bucket?region=eu-west-2',
    JWT_SECRET: SECRET,
    SMTP_URL: 'smtp://mail.example.com',
    MAIL_FROM: 'hello@example.com',
    CONTACT_EMAIL: 'desk@example.com',
    STRIPE_SECRET_KEY: 'sk_live_abc',
    STRIPE_WEBHOOK_SECRET: 'whsec_new',
  };

  it.each([
    [{}, []],
    [{ STRIPE_SECRET_KEY: 'rk_test_abc' }, ['STRIPE_SECRET_KEY is a test key']],
    [{ HOST: '' }, ['HOST is 127.0.0.1']],
    [{ TRUST_PROXI: '1' }, ['TRUST_PROXI is not a variable of this program: is it TRUST_PROXY?']],
    [{ PROT: '80', HOME: '/', POSTAL: '1', HOSTNAME: 'a' }, ['PROT is not']],
    [{ log_level: 'warn' }, ['log_level is not']],
  ])('warns in production of what will not work: %j', (env, starts) => {
    const { warnings } = readConfig({ ...LIVE, ...env });
    expect(warnings).toEqual(starts.map((start) => expect.stringContaining(start)));
  });

  it('refuses a public address without TLS in production', () => {
    const refused = { ...LIVE, PUBLIC_URL: 'http://radio.example.com' };
    expect(() => readConfig(refused)).toThrow('PUBLIC_URL must begin with https:// in production');
    expect(readConfig({ ...LIVE, PUBLIC_URL: 'http://127.0.0.1' }).publicUrl).toBeTruthy();
  });

  it('names a misspelt variable beside the one that it lacks', () => {
    const { SMTP_URL, ...others } = LIVE;
    const misspelt = { ...others, SMPT_URL: SMTP_URL };
    expect(() => readConfig(misspelt)).toThrow(/SMTP_URL is required.*is it SMTP_URL\?/s);
  });
});
