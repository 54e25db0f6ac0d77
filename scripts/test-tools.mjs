// Finds the programs that tests use, and installs those of the operating system where it can.
// Chromium is required; with the others more tests run.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Debian's names: the browser, and a decoder that checks the stream. */
const PACKAGES = ['chromium', 'ffmpeg'];

/** Soak tests need more: Firefox and the sound card that records it, a track API, a load balancer. */
export const SOAK_PACKAGES = [
  ...PACKAGES,
  'firefox-esr',
  'pulseaudio',
  'pulseaudio-utils',
  'icecast2',
  'nginx',
];

/** Other systems use other names, and some programs are not named as their package. */
const PROGRAMS = {
  chromium: BROWSERS,
  'firefox-esr': ['firefox-esr', 'firefox'],
  'pulseaudio-utils': ['parec'],
};

function find(program) {
  const found = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : undefined;
}

const findBrowser = () => process.env.CHROMIUM ?? BROWSERS.map(find).find(Boolean);

/** `CHROMIUM` and `FIREFOX` override these. */
const NAMED = { chromium: process.env.CHROMIUM, 'firefox-esr': process.env.FIREFOX };

function isThere(name) {
  const programs = PROGRAMS[name] ?? [name];
  return (
    NAMED[name] || programs.some((program) => find(program) ?? existsSync(`/usr/sbin/${program}`))
  );
}

/** One by one: a package that this system lacks does not block the others. */
function aptInstall(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ...packages.map((name) => ['install', '-y', '-qq', '--no-install-recommends', name]),
  ]) {
    const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' });
    if (status === 0) continue;
    console.log(`apt-get ${args.at(-1)} did not work: ${stderr.trim().split('\n').at(-1)}`);
  }
}

/**
 * Ensures that there is a browser: the system's own, Debian's package where we may install it, else
 * Playwright's download.
 * @returns {string} the browser's path, or '' for Playwright's own
 */
export function installTestTools(packages = PACKAGES) {
  const missing = packages.filter((name) => !isThere(name));
  if (missing.length > 0 && process.getuid?.() === 0 && find('apt-get')) {
    console.log(`\n── installing ${missing.join(', ')}`);
    aptInstall(missing);
  }
  const browser = findBrowser();
  if (browser) return browser;
  console.log('\n── Chromium is not installed: using Playwright’s');
  const { status } = spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
  if (status !== 0) {
    console.error('Install Chromium or Chrome, or set CHROMIUM to its path.');
    process.exit(1);
  }
  return '';
}
