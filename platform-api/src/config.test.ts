import { describe, expect, it } from 'vitest';
import { COMPANY } from '../contract/brand.ts';
import { ConfigInvalid, readConfig } from './config.ts';

const SECRET = 'a secret of thirty-two characters';

describe('the configuration', () => {
  it('needs nothing on a newcomer’s machine', () => {
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

  it('takes an empty variable for an absent one', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({
      port: 8000,
      databaseUrl: null,
    });
  });

  it('makes links from the port when no public address is given', () => {
    expect(readConfig({ PORT: '9000' }).publicUrl).toBe('http://localhost:9000');
  });

  it('reads the addresses that may be fetched although private', () => {
    expect(readConfig({ FETCH_ALLOW: ' icecast.lan, 10.0.0.0/8 ,' }).fetchAllow).toEqual([
      'icecast.lan',
      '10.0.0.0/8',
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
    [{ MAIN_DOMAIN: 'https://example.com' }, 'MAIN_DOMAIN must be a bare host name'],
    [{ JWT_SECRET: 'too short' }, 'JWT_SECRET must be one secret of at least 32 characters'],
    [{ JWT_SECRET: `${SECRET},` }, 'JWT_SECRET must be one secret of at least 32 characters'],
    [{ JWT_SECRET: `${SECRET},too short` }, 'JWT_SECRET must be one secret of at least 32'],
    [{ JWT_SECRET: `${SECRET},${SECRET},${SECRET}` }, 'JWT_SECRET must be one secret of at least'],
    [{ ADMIN_EMAIL: 'desk', ADMIN_PASSWORD: SECRET }, 'ADMIN_EMAIL must be an e-mail address'],
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
    [{ CONTACT_EMAIL: 'desk' }, 'CONTACT_EMAIL must be one e-mail address'],
    [{ CONTACT_EMAIL: 'a@b.example,c@d.example' }, 'CONTACT_EMAIL must be one e-mail address'],
    [{ SMS_URL: 'twilio://key' }, 'SMS_URL must look like sns://'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must be a number of proxies'],
    [{ TRUST_PROXY: '1.5' }, 'TRUST_PROXY must be a number of proxies'],
    [{ TRUST_PROXY: '-1' }, 'TRUST_PROXY must be 0 or more'],
    [{ TRUST_PROXY: '11' }, 'TRUST_PROXY must be at most 10'],
  ])('refuses %j and says what it must be', (env, line) => {
    expect(() => readConfig(env)).toThrow(line);
  });

  it('reads the secrets, the first admin and what carries mail', () => {
    expect(
      readConfig({
        JWT_SECRET: ` ${SECRET} , ${SECRET.toUpperCase()} `,
        ADMIN_EMAIL: 'Desk@Example.com',
        ADMIN_PASSWORD: 'a long walk by the sea',
        SMTP_URL: 'smtps://user:password@mail.example.com',
        MAIL_FROM: 'Radio House <hello@example.com>',
        CONTACT_EMAIL: 'desk@example.com',
        SMS_URL: 'sns://key:secret@eu-west-2',
        TRUST_PROXY: '2',
      }),
    ).toMatchObject({
      jwtSecrets: [SECRET, SECRET.toUpperCase()],
      admin: { email: 'desk@example.com', password: 'a long walk by the sea' },
      smtpUrl: 'smtps://user:password@mail.example.com',
      mailFrom: { name: 'Radio House', address: 'hello@example.com' },
      contactEmail: 'desk@example.com',
      smsUrl: 'sns://key:secret@eu-west-2',
      trustProxy: 2,
    });
  });

  it('does without them all on a newcomer’s machine', () => {
    expect(readConfig({})).toMatchObject({
      jwtSecrets: null,
      admin: null,
      smtpUrl: null,
      contactEmail: COMPANY.contact_email,
      smsUrl: null,
      trustProxy: 0,
    });
  });

  it('names every fault at once, and never a value that may be secret', () => {
    const read = () =>
      readConfig({
        NODE_ENV: 'production',
        PORT: 'x',
        LOG_LEVEL: 'loud',
        JWT_SECRET: 'canary-1',
        ADMIN_PASSWORD: 'canary2',
        SMTP_URL: 'canary-3',
        SMS_URL: 'canary-4',
        TRUST_PROXY: 'canary-5',
      });
    expect(read).toThrow(ConfigInvalid);
    expect(read).not.toThrow(/canary/);
    for (const fault of [
      'JWT_SECRET must be one secret',
      'ADMIN_PASSWORD must have at least 8 characters',
      'ADMIN_EMAIL and ADMIN_PASSWORD go together',
      'SMTP_URL must look like',
      'SMS_URL must look like',
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

  it('wants a secret and a way to send mail in production', () => {
    for (const name of ['JWT_SECRET', 'SMTP_URL', 'MAIL_FROM', 'CONTACT_EMAIL']) {
      expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(
        `${name} is required in production`,
      );
    }
  });
});
