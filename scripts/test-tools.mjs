// Finds the programs that tests use, and installs those of the operating system where it can.
// Chromium is required; with the others more tests run.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Debian's names: the browser, a decoder that checks the stream, voices of other languages, a maker of certificates, and
 * what the scripts of the guide need. The headless shell never draws a window: the tests take three quarters of their
 * time in Chromium.
 */
const PACKAGES = [
  'chromium-headless-shell',
  'ffmpeg',
  'espeak-ng',
  'openssl',
  'curl',
  'jq',
  'python3',
];

/**
 * Soak tests need more: Firefox and the sound card that records it, a track API, load balancers, a pooler, Prometheus,
 * a clock that can be set wrong, a PostgreSQL with its own commands.
 */
export const SOAK_PACKAGES = [
  ...PACKAGES,
  'firefox-esr',
  'pulseaudio',
  'pulseaudio-utils',
  'icecast2',
  'nginx',
  'pgbouncer',
  'caddy',
  'haproxy',
  'prometheus',
  'faketime',
  // With the pg_dump that fits it.
  'postgresql',
];

/** Other systems use other names, and some programs are not named as their package. */
const PROGRAMS = {
  chromium: BROWSERS,
  'firefox-esr': ['firefox-esr', 'firefox'],
  'pulseaudio-utils': ['parec'],
  postgresql: ['pg_ctlcluster'],
};

function find(program) {
  const found = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : undefined;
}

const findBrowser = (preferred) =>
  process.env.CHROMIUM ?? [preferred, ...BROWSERS].map(find).find(Boolean);

/** `CHROMIUM` and `FIREFOX` override these. */
const NAMED = {
  chromium: process.env.CHROMIUM,
  'chromium-headless-shell': process.env.CHROMIUM,
  'firefox-esr': process.env.FIREFOX,
};

function isThere(name) {
  const programs = PROGRAMS[name] ?? [name];
  return (
    NAMED[name] || programs.some((program) => find(program) ?? existsSync(`/usr/sbin/${program}`))
  );
}

const run = promisify(execFile);

/** One by one: a package that this system lacks does not block the others. */
async function aptInstall(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ...packages.map((name) => ['install', '-y', '-qq', '--no-install-recommends', name]),
  ]) {
    try {
      await run('apt-get', args, { env });
    } catch ({ message }) {
      console.log(`apt-get ${args.at(-1)} did not work: ${message.trim().split('\n').at(-1)}`);
    }
  }
}

/**
 * Ensures that there is a browser: the system's own, Debian's package where we may install it, else
 * Playwright's download.
 * @param packages the preferred browser first
 * @returns {Promise<string>} the browser's path, or '' for Playwright's own
 */
export async function installTestTools(packages = PACKAGES) {
  const missing = packages.filter((name) => !isThere(name));
  if (missing.length > 0 && process.getuid?.() === 0 && find('apt-get')) {
    console.log(`\n── installing ${missing.join(', ')}`);
    await aptInstall(missing);
  }
  const browser = findBrowser(packages[0]);
  if (browser) return browser;
  console.log('\n── Chromium is not installed: using Playwright’s');
  try {
    await run('npx', ['playwright', 'install', 'chromium']);
  } catch ({ message }) {
    console.error(`${message}\nInstall Chromium or Chrome, or set CHROMIUM to its path.`);
    process.exit(1);
  }
  return '';
}
