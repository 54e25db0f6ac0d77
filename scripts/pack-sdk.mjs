// The SDK's package as npm publishes it. Its build packs it into sdk/dist, where it is served from, and
// `npm pack` makes the same file (scripts `prepack` and `postpack` of sdk/package.json).
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, copyFile, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildWhatIsStale, parts } from './build.mjs';
import { writeCompressed } from './compressed.mjs';

const run = promisify(execFile);
const sdk = fileURLToPath(new URL('../sdk/', import.meta.url));
const manifestFile = join(sdk, 'package.json');
const cache = fileURLToPath(new URL('../.cache/', import.meta.url));

/** The manifest of this repository, while `npm pack` reads the published one. */
const setAside = join(cache, 'sdk-package.json');

/** The manifest without what only this repository uses: sources, the hosted pages' entry, tools. */
export function publishedManifest({ exports, ...manifest }) {
  const published = { ...manifest, exports: {} };
  for (const name of ['private', 'scripts', 'devDependencies']) delete published[name];
  for (const [name, entry] of Object.entries(exports)) {
    if (name === './shell') continue;
    published.exports[name] = typeof entry === 'string' ? entry : { ...entry, source: undefined };
  }
  return published;
}

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** Packs dist with the published manifest. @returns the name of the tarball, which is in dist */
async function pack() {
  const folder = join(cache, 'sdk-package');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  // As npm leaves it once it has linked the command.
  await chmod(join(sdk, 'dist/cli.mjs'), 0o755);
  await cp(join(sdk, 'dist'), join(folder, 'dist'), { recursive: true });
  for (const file of ['README.md', 'LICENSE']) await copyFile(join(sdk, file), join(folder, file));
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8'));
  await writeFile(join(folder, 'package.json'), json(publishedManifest(manifest)));
  // Options of an `npm pack` around this build, such as `--workspace`, do not apply to this one.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)),
  );
  // npm is a script of the shell on Windows.
  const shell = process.platform === 'win32';
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts'], {
    cwd: folder,
    env,
    shell,
  });
  const [{ filename }] = JSON.parse(stdout);
  await rename(join(folder, filename), join(sdk, 'dist', filename));
  await rm(folder, { recursive: true });
  return filename;
}

/**
 * Packs the package once the last of its files is written, and lists the tarball beside the scripts in
 * `integrity.json`.
 */
export function packed({ version, integrity }) {
  return {
    name: 'packed',
    async closeBundle() {
      const tarball = await pack();
      const bytes = await readFile(join(sdk, 'dist', tarball));
      const hash = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
      const list = Buffer.from(json({ version, files: { ...integrity, [tarball]: hash } }));
      await writeFile(join(sdk, 'dist/integrity.json'), list);
      await writeCompressed(join(sdk, 'dist/integrity.json'), list);
    },
  };
}

/** Before `npm pack`: builds the SDK, and puts the published manifest in the place of this repository's. */
async function prepare() {
  const without = Object.keys(parts).filter((part) => part !== 'sdk');
  // npm writes its answer to stdout.
  await buildWhatIsStale({ without, say: console.error });
  const manifest = await readFile(manifestFile, 'utf8');
  await writeFile(setAside, manifest);
  await writeFile(manifestFile, json(publishedManifest(JSON.parse(manifest))));
}

/** After `npm pack`. */
const restore = () => rename(setAside, manifestFile);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await { prepare, restore }[process.argv[2]]();
}
