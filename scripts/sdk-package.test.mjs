import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built } from '../platform-api/test/program.ts';
import budgets from '../sdk/budgets.json' with { type: 'json' };

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const sdk = join(root, 'sdk');

/** Time limit of the build on a busy machine. */
const BUILD_MS = 300_000;

/**
 * The package as npm would publish it, unpacked within the repository, where it finds its
 * dependencies.
 */
let folder;
let dist;
beforeAll(async () => {
  await mkdir(join(root, '.cache'), { recursive: true });
  folder = await mkdtemp(join(root, '.cache/sdk-package-'));
  dist = join(folder, 'dist');
  await built();
  await cp(join(sdk, 'dist'), dist, { recursive: true });
  for (const file of ['package.json', 'README.md']) {
    await copyFile(join(sdk, file), join(folder, file));
  }
}, BUILD_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = async (name) => readFile(join(dist, name), 'utf8');
const json = async (name) => JSON.parse(await read(name));
const load = (name) => import(/* @vite-ignore */ join(dist, name));

describe('the SDK’s package', () => {
  it('has a manifest that publint accepts', async () => {
    const { messages } = await publint({ pkgDir: folder, strict: true });
    expect(messages).toEqual([]);
  });

  it('has the right types for each of its entries', async () => {
    const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts'], { cwd: folder });
    const [{ filename }] = JSON.parse(stdout);
    const tarball = new Uint8Array(await readFile(join(folder, filename)));
    const { types, problems } = await checkPackage(createPackageFromTarballData(tarball));
    expect(types).toMatchObject({ kind: 'included' });
    // The package has ES modules only, and older resolution does not read `exports`. The `shell`
    // entry is for this repository only (docs/architecture.md).
    const others = problems.filter(
      ({ kind, resolutionKind, entrypoint }) =>
        kind !== 'CJSResolvesToESM' && resolutionKind !== 'node10' && entrypoint !== './shell',
    );
    expect(others).toEqual([]);
  });

  it('can be imported on a server, each entry on its own', async () => {
    for (const name of ['index', 'element', 'client', 'station-address', 'react']) {
      await load(`${name}.js`);
    }
    const { StationPlayer } = await load('react.js');
    expect(StationPlayer).toBeDefined();
    expect(await read('react.js')).toMatch(/^["']use client["'];/);
  });

  it('lists the integrity hash of each script', async () => {
    const { version, files } = await json('integrity.json');
    expect(version).toBe(JSON.parse(await readFile(join(sdk, 'package.json'), 'utf8')).version);
    const scripts = (await readdir(dist)).filter((name) => name.endsWith('.js'));
    expect(Object.keys(files).toSorted()).toEqual(scripts.toSorted());
    for (const [name, hash] of Object.entries(files)) {
      const digest = createHash('sha384')
        .update(await read(name))
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

  it('includes the player’s words in the other languages', async () => {
    for (const language of ['de', 'fr', 'es', 'it']) {
      const words = await json(`words-${language}.json`);
      expect(Object.keys(words)).toContain('faults');
      expect(words.play).not.toBe('Play');
    }
  });
});
