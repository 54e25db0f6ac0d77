// `npm run release`: the program as other machines install it. A release is the build, with manifests and a lock file
// that name only what runs in production: `npm ci` in it installs nothing for development.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildWhatIsStale, parts } from './build.mjs';
import { noticeOf } from './notice.mjs';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

/** Everything but the manifests that a release contains. Documents are linked from the portal's and the operator's pages. */
const FILES = [
  'LICENSE',
  '.npmrc',
  '.env.example',
  'deploy',
  'docs',
  'platform-api/audio',
  ...Object.keys(parts).map((part) => `${part}/dist`),
];

/** The packages that the build has bundled into their output. */
const BUNDLED = ['sdk', 'player-shell', 'portal'];

const readJson = async (file) => JSON.parse(await readFile(join(root, file), 'utf8'));
const asText = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** The manifest of a part without what only development uses, such as the embedded database. */
async function productionManifest(part) {
  const manifest = await readJson(`${part}/package.json`);
  for (const name of ['scripts', 'devDependencies', 'optionalDependencies']) delete manifest[name];
  if (BUNDLED.includes(part)) delete manifest.dependencies;
  return manifest;
}

/** Writes a release into an empty folder. */
export async function writeRelease(folder) {
  await mkdir(folder, { recursive: true });
  for (const file of FILES) {
    const keep = (path) => !/\.(d\.ts|test\.ts)$/.test(path) || path.includes('/sdk/');
    await cp(join(root, file), join(folder, file), { recursive: true, filter: keep });
  }
  for (const part of Object.keys(parts)) {
    await writeFile(join(folder, part, 'package.json'), asText(await productionManifest(part)));
  }
  const { name, version, license, type, engines } = await readJson('package.json');
  const scripts = {
    start: 'node platform-api/dist/src/main.js',
    cli: 'deploy/stationhouse',
  };
  const workspaces = Object.keys(parts);
  const manifest = { name, version, private: true, license, type, engines, workspaces, scripts };
  await writeFile(join(folder, 'package.json'), asText(manifest));
  await cp(join(root, 'package-lock.json'), join(folder, 'package-lock.json'));
  await writeFile(join(folder, 'NOTICE'), await noticeOf(await readJson('package-lock.json')));
  // Removes what no manifest names any more. Versions and hashes stay as they are locked.
  await run('npm', ['install', '--package-lock-only', '--no-audit', '--no-fund'], { cwd: folder });
}

const git = async (...args) => (await run('git', args, { cwd: root })).stdout.trim();

/** Headings of the changelog, by the type of a commit. Other types change nothing for an operator. */
const HEADINGS = { feat: 'New', fix: 'Fixed', perf: 'Faster' };

/**
 * @param subjects first lines of commits, `type(scope): sentence`
 * @returns {string} the changelog in Markdown
 */
export function changelogOf(version, subjects) {
  const lines = [`# ${version}`];
  for (const [type, heading] of Object.entries(HEADINGS)) {
    const pattern = new RegExp(`^${type}(?:\\(([\\w-]+)\\))?(!?): (.+)$`);
    const found = subjects.map((subject) => pattern.exec(subject)).filter(Boolean);
    if (found.length === 0) continue;
    lines.push('', `## ${heading}`, '');
    for (const [, scope, breaking, sentence] of found) {
      lines.push(`- ${breaking && '**Breaking:** '}${scope ? `${scope}: ` : ''}${sentence}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** The commits since the newest release before this one. */
async function subjectsSinceLastRelease(tag) {
  const tags = (await git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname'))
    .split('\n')
    .filter((one) => one !== '' && one !== tag);
  const range = tags[0] === undefined ? 'HEAD' : `${tags[0]}..HEAD`;
  return (await git('log', '--no-merges', '--format=%s', range)).split('\n');
}

/**
 * Writes the tarball of a release, its changelog, its list of packages (SBOM, CycloneDX) and their hashes.
 * @throws when the work tree has changes, or this commit has not the tag of its version
 */
async function packRelease(folder) {
  const { version } = await readJson('package.json');
  const tag = `v${version}`;
  if ((await git('status', '--porcelain')) !== '') throw new Error('Commit or stash your changes.');
  if (!(await git('tag', '--points-at', 'HEAD')).split('\n').includes(tag)) {
    throw new Error(`This commit has no tag ${tag}: git tag -a ${tag} -m ${tag}`);
  }
  await buildWhatIsStale();
  const name = `stationhouse-${version}`;
  const tree = join(folder, name);
  await rm(tree, { recursive: true, force: true });
  await writeRelease(tree);
  const changelog = changelogOf(version, await subjectsSinceLastRelease(tag));
  await writeFile(join(tree, 'CHANGELOG.md'), changelog);
  const sbom = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type'];
  const options = { cwd: tree, maxBuffer: 64 * 1024 * 1024 };
  const packages = JSON.parse((await run('npm', [...sbom, 'application'], options)).stdout);
  // npm takes the folder's name.
  packages.metadata.component.name = 'stationhouse';
  const files = {
    [`${name}.tgz`]: null,
    [`${name}.changelog.md`]: changelog,
    [`${name}.sbom.json`]: asText(packages),
  };
  // The bytes depend on the content only: names in order, one time, no owner.
  const time = await git('log', '-1', '--format=%cI');
  const same = ['--sort=name', `--mtime=${time}`, '--owner=0', '--group=0', '--numeric-owner'];
  const tar = ['-C', dirname(tree), ...same, '-I', 'gzip -n', '-cf', `${tree}.tgz`, basename(tree)];
  await run('tar', tar);
  const sums = [];
  for (const [file, text] of Object.entries(files)) {
    if (text !== null) await writeFile(join(folder, file), text);
    const bytes = await readFile(join(folder, file));
    sums.push(`${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`);
  }
  await writeFile(join(folder, `${name}.sha256`), sums.join(''));
  await rm(tree, { recursive: true });
  return [...Object.keys(files), `${name}.sha256`].map((file) => join(folder, file));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command, folder = '.cache/release'] = process.argv.slice(2);
  try {
    if (command === 'tree') await writeRelease(folder);
    else console.log((await packRelease(join(root, '.cache/release'))).join('\n'));
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
