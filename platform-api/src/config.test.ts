import { describe, expect, it } from 'vitest';
import { ConfigInvalid, readConfig } from './config.ts';

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
  ])('refuses %j and says what it must be', (env, line) => {
    expect(() => readConfig(env)).toThrow(line);
  });

  it('names every fault at once', () => {
    const read = () => readConfig({ NODE_ENV: 'production', PORT: 'x', LOG_LEVEL: 'loud' });
    expect(read).toThrow(ConfigInvalid);
    for (const fault of [
      'PORT must be a port number',
      'LOG_LEVEL must be one of',
      'DATABASE_URL is required in production',
      'PUBLIC_URL is required in production',
    ]) {
      expect(read).toThrow(fault);
    }
  });
});
