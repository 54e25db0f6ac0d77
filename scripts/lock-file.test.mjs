import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

const read = async (path) =>
  JSON.parse(await readFile(new URL(`../${path}`, import.meta.url), 'utf8'));
const { packages } = await read('package-lock.json');

/** Installed third-party packages by name, the last part of the folder. */
const installed = Object.entries(packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, facts]) => ({ path, name: path.split('node_modules/').at(-1), ...facts }));

/**
 * The S3 server used in tests is old, and so are its dependencies. None of them is installed in
 * production.
 */
const TEST_BUCKET = 'node_modules/s3rver';
const neededBy = (name) =>
  Object.entries(packages)
    .filter(
      ([, { dependencies, devDependencies }]) => name in { ...dependencies, ...devDependencies },
    )
    .map(([path]) => path);
const isOfTestBucket = ({ path, name, dev }) =>
  dev === true &&
  (path.startsWith(`${TEST_BUCKET}/`) || neededBy(name).every((needer) => needer === TEST_BUCKET));

/** Lower versions have a known vulnerability (their advisories), or a bug that affected us. */
const LEAST = {
  koa: '3.1.2',
  '@koa/router': '15.0.0',
  'path-to-regexp': '8.4.0',
  '@koa/cors': '5.0.0',
  'music-metadata': '11.16.0',
  undici: '7.30.2',
  pg: '8.11.0',
  knex: '2.4.0',
  '@fastify/busboy': '3.2.2',
  sharp: '0.35.0',
};

/** The next major versions no longer run on Node 20. */
const BELOW = { undici: 8, 'music-metadata': 12, vitest: 5, lighthouse: 13 };

const numbers = (version) => version.split('-')[0].split('.').map(Number);
function isAtLeast(version, least) {
  const [a, b] = [numbers(version), numbers(least)];
  const differs = a.findIndex((part, index) => part !== b[index]);
  return differs === -1 || a[differs] > b[differs];
}

describe('an installed package', () => {
  it('comes from the registry, each with the hash of its bytes', () => {
    expect(installed.length).toBeGreaterThan(100);
    for (const { name, integrity, resolved, inBundle } of installed) {
      expect([name, inBundle || integrity.startsWith('sha512-')]).toEqual([name, true]);
      expect([name, resolved ?? 'https:']).toEqual([name, expect.stringMatching(/^https:/)]);
    }
  });

  it('is newer than any version with a known vulnerability', () => {
    for (const [name, least] of Object.entries(LEAST)) {
      const found = installed.filter((one) => one.name === name && !isOfTestBucket(one));
      expect([name, found.length]).not.toEqual([name, 0]);
      for (const { version } of found) {
        expect([name, version, isAtLeast(version, least)]).toEqual([name, version, true]);
      }
    }
  });

  // A range such as `latest` matches another version once there is a new one, and `npm ci` then refuses the lock file.
  it.each(['', 'bench/'])('matches its ranges for ever: %spackage-lock.json', async (folder) => {
    const { overrides = {} } = await read(`${folder}package.json`);
    const lock = await read(`${folder}package-lock.json`);
    const moving = Object.values(lock.packages)
      .flatMap(({ dependencies }) => Object.entries(dependencies ?? {}))
      .filter(([name, range]) => /^[a-z-]+$/.test(range) && !(name in overrides))
      .map(([name]) => name);
    expect(moving.filter((name) => !name.startsWith('@stationhouse/'))).toEqual([]);
  });

  // Rollup and oxlint are pinned to the newest versions whose builds for every system can be
  // locked.
  it('has a native build for each supported system', () => {
    const names = new Set(installed.map(({ name }) => name));
    const lacking = Object.values(packages)
      .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
      .filter((name) => !names.has(name));
    expect(lacking).toEqual([]);
  });

  it('still runs on Node 20', () => {
    for (const [name, major] of Object.entries(BELOW)) {
      for (const { version } of installed.filter((one) => one.name === name)) {
        expect([name, version, numbers(version)[0] < major]).toEqual([name, version, true]);
      }
    }
  });

  it('runs no code at installation', async () => {
    const settings = await readFile(new URL('../.npmrc', import.meta.url), 'utf8');
    expect(settings).toMatch(/^ignore-scripts=true$/m);
    expect(settings).toMatch(/^engine-strict=true$/m);
  });

  it('is for development only if it is the tests’ S3 server or one of its dependencies', () => {
    const [bucket] = installed.filter(({ path }) => path === TEST_BUCKET);
    expect(bucket?.dev).toBe(true);
    const manifests = Object.entries(packages).filter(([path]) => !path.includes('node_modules/'));
    for (const [path, { dependencies = {} }] of manifests) {
      expect([path, 's3rver' in dependencies]).toEqual([path, false]);
    }
  });

  it('is not one that is known to be unsafe', () => {
    const names = new Set(installed.filter((one) => !isOfTestBucket(one)).map(({ name }) => name));
    for (const banned of ['multer', 'busboy', 'bcrypt', 'fast-jwt', 'adm-zip', 'ssrf-req-filter']) {
      expect([banned, names.has(banned)]).toEqual([banned, false]);
    }
  });
});
