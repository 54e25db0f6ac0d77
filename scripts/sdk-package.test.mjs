import { copyFile, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import { publint } from 'publint';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built } from '../platform-api/test/program.ts';
import { fileOf, newSigner, signLines } from '../sdk/test/sign-proofs.ts';
import budgets from '../sdk/budgets.json' with { type: 'json' };

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const sdk = join(root, 'sdk');
const served = join(sdk, 'dist');

/** Time limit of the build on a busy machine. */
const BUILD_MS = 300_000;

/** The entries with code. `wire` has types only. */
const ENTRIES = [
  'index',
  'element',
  'client',
  'station-address',
  'react',
  'svelte',
  'vue',
  'frame',
  'proof',
  'webhooks',
];

/** The served tarball, and the package in it, unpacked within the repository, where React is found. */
let tarball;
let folder;
beforeAll(async () => {
  await mkdir(join(root, '.cache'), { recursive: true });
  const temporary = await mkdtemp(join(root, '.cache/sdk-package-'));
  await built();
  const { version } = await json('integrity.json');
  tarball = join(temporary, `stationhouse-sdk-${version}.tgz`);
  await copyFile(join(served, `stationhouse-sdk-${version}.tgz`), tarball);
  await run('tar', ['xzf', tarball], { cwd: temporary });
  folder = join(temporary, 'package');
}, BUILD_MS);
afterAll(() => rm(join(folder, '..'), { recursive: true, force: true }));

const read = async (name) => readFile(join(served, name), 'utf8');
const json = async (name) => JSON.parse(await read(name));
const manifest = async () => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));

/** The modules of others that an entry imports. The command runs in Node. */
const FOREIGN = {
  react: ['react'],
  'svelte.d.ts': ['svelte/elements'],
  'svelte.d.cts': ['svelte/elements'],
  vue: ['vue'],
  cli: ['node:fs/promises', 'node:util'],
};

describe('the SDK’s package', () => {
  it('has a manifest that publint accepts', async () => {
    const { messages } = await publint({ pkgDir: folder, strict: true });
    expect(messages).toEqual([]);
  });

  it('has the right types for each of its entries, in every way of resolving them', async () => {
    const data = createPackageFromTarballData(new Uint8Array(await readFile(tarball)));
    const { types, problems } = await checkPackage(data);
    expect(types).toMatchObject({ kind: 'included' });
    expect(problems).toEqual([]);
  });

  it('contains licence, readme, modules, CommonJS, types and source maps, and nothing else', async () => {
    expect((await readdir(folder)).toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'dist',
      'package.json',
    ]);
    const licence = await readFile(join(folder, 'LICENSE'), 'utf8');
    expect(licence).toBe(await readFile(join(root, 'LICENSE'), 'utf8'));
    const files = await readdir(join(folder, 'dist'));
    for (const name of ENTRIES) {
      for (const ending of ['js', 'js.map', 'd.ts', 'cjs', 'cjs.map', 'd.cts']) {
        expect(files).toContain(`${name}.${ending}`);
      }
    }
    const known =
      /^(?:[\w-]+\.(?:js|cjs|d\.ts|d\.cts|js\.map|cjs\.map)|cli\.mjs|custom-elements\.json|(?:preact|jose|standardwebhooks|base64)-license\.txt)$/;
    expect(files.filter((name) => !known.test(name))).toEqual([]);
    // The script tag's files load the player from the server, never from a package.
    expect(files.filter((name) => /^(?:player|station-player)\b/.test(name))).toEqual([]);
  });

  it('has a manifest without sources, tools and the entry of the hosted pages', async () => {
    const { exports, dependencies, devDependencies, private: isPrivate } = await manifest();
    expect(Object.keys(exports)).not.toContain('./shell');
    expect(JSON.stringify(exports)).not.toContain('src/');
    expect([dependencies, devDependencies, isPrivate]).toEqual([undefined, undefined, undefined]);
  });

  it('imports nothing but its own files, and the types of the framework in its entries', async () => {
    const files = (await readdir(join(folder, 'dist'))).filter((name) => !name.endsWith('.map'));
    for (const name of files) {
      const text = await readFile(join(folder, 'dist', name), 'utf8');
      const imported = [
        ...text.matchAll(/\b(?:from|import|require)\b ?\(?(["'])([^"'\s]+)\1/g),
      ].map(([, , specifier]) => specifier);
      const foreign = imported.filter((specifier) => !specifier.startsWith('./'));
      const allowed = FOREIGN[name] ?? FOREIGN[name.split('.')[0]] ?? [];
      expect([name, new Set(foreign)]).toEqual([name, new Set(allowed)]);
    }
  });

  it('has source maps that contain the sources', async () => {
    const { sources, sourcesContent } = JSON.parse(
      await readFile(join(folder, 'dist/client.js.map'), 'utf8'),
    );
    const index = sources.findIndex((source) => source.endsWith('/src/client/client.ts'));
    expect(sourcesContent[index]).toBe(await readFile(join(sdk, 'src/client/client.ts'), 'utf8'));
  });

  it('can be imported on a server, each entry on its own', async () => {
    const require = createRequire(join(folder, 'dist/'));
    for (const name of ENTRIES) {
      const module = await import(/* @vite-ignore */ join(folder, 'dist', `${name}.js`));
      expect(Object.keys(require(`./${name}.cjs`)).toSorted()).toEqual(
        Object.keys(module).toSorted(),
      );
    }
    for (const file of ['react.js', 'react.cjs']) {
      const text = await readFile(join(folder, 'dist', file), 'utf8');
      expect(text).toMatch(/^["']use client["'];/);
    }
  });

  it('has a command that checks a proof, and leaves what it needs in one file', async () => {
    const { bin } = await manifest();
    const command = join(folder, 'elsewhere.mjs');
    await copyFile(join(folder, bin['stationhouse-sdk']), command);
    const signer = newSigner();
    const [proof, keys] = [join(folder, 'proof.jws'), join(folder, 'keys.json')];
    await writeFile(proof, fileOf(signLines([{ signer }])));
    await writeFile(keys, JSON.stringify({ keys: [signer.jwk] }));
    const { stdout, stderr } = await run('node', [command, 'verify', proof, '--keys', keys]);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^Genuine: the first of this spot\.\n/);
    await writeFile(keys, JSON.stringify({ keys: [newSigner().jwk] }));
    await expect(run('node', [command, 'verify', proof, '--keys', keys])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Refused (unknown_key), line 1: '),
    });
  });

  it('checks a webhook where there is nothing of Node, as in workers', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const body = JSON.stringify({ type: 'webhook.test', data: { message: '“Ü”' } });
    const [id, now] = ['evt_1', new Date()];
    const headers = new Headers({
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign(id, now, body),
    });
    const module = { exports: {} };
    const source = await readFile(join(folder, 'dist/webhooks.cjs'), 'utf8');
    runInNewContext(source, { module, exports: module.exports, TextEncoder, TextDecoder });
    const { unwrap } = module.exports;
    // It comes from another realm, whose objects have other prototypes.
    expect(JSON.stringify(unwrap(body, headers, secret))).toBe(body);
    expect(() => unwrap(`${body} `, headers, secret)).toThrow('The signature is wrong.');
  });

  it('lists the integrity hash of each script and of the tarball', async () => {
    const { version, files } = await json('integrity.json');
    expect(version).toBe(JSON.parse(await readFile(join(sdk, 'package.json'), 'utf8')).version);
    const scripts = (await readdir(served)).filter((name) => /\.(?:js|tgz)$/.test(name));
    expect(Object.keys(files).toSorted()).toEqual(scripts.toSorted());
    for (const [name, hash] of Object.entries(files)) {
      const digest = createHash('sha384')
        .update(await readFile(join(served, name)))
        .digest('base64');
      expect(hash).toBe(`sha384-${digest}`);
    }
  });

  it('has a loader and a player within their budgets, and the loader fetches this player', async () => {
    const { version, files } = await json('integrity.json');
    const player = Object.keys(files).find((name) => name.startsWith('station-player-'));
    const loader = await read('player.js');
    expect(loader).toContain(`/sdk/${version}/${player}`);
    expect(loader).toContain(files[player]);
    const weigh = (text) => gzipSync(text, { level: 9 }).length;
    expect(weigh(loader)).toBeLessThanOrEqual(budgets['player']);
    expect(weigh(await read(player))).toBeLessThanOrEqual(budgets['station-player']);
  });

  it.each([
    ['createPlayer', 'index'],
    ['usePlayer', 'react'],
    ['usePlayer', 'vue'],
    ['playerStore', 'svelte'],
  ])('gives a bundle with %s of %s the engine alone, within its budget', async (name, entry) => {
    const { outputFiles } = await build({
      stdin: {
        contents: `export { ${name} } from './${entry}.js'`,
        resolveDir: join(folder, 'dist'),
      },
      bundle: true,
      minify: true,
      format: 'esm',
      external: ['react', 'vue'],
      logLevel: 'error',
      write: false,
    });
    const bytes = gzipSync(outputFiles[0].contents, { level: 9 }).length;
    expect(bytes).toBeLessThanOrEqual(budgets[name]);
  });

  it('includes the player’s words in the other languages', async () => {
    for (const language of ['de', 'fr', 'es', 'it']) {
      const words = await json(`words-${language}.json`);
      expect(Object.keys(words)).toContain('faults');
      expect(words.play).not.toBe('Play');
    }
  });
});
