// Finds the programs that tests drive from outside, and installs those of the operating system where
// that is possible: Chromium is needed, the rest makes more tests run.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Debian's names: the browser, the other one and the sound card that it is heard by, a decoder to check
 * the stream with, a real track API.
 */
const PACKAGES = [
  'chromium',
  'firefox-esr',
  'pulseaudio',
  'pulseaudio-utils',
  'ffmpeg',
  'icecast2',
];

/** Other systems have the same under other names, or no program named as the package. */
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

/** Where `CHROMIUM` or `FIREFOX` names one, it is there. */
const NAMED = { chromium: process.env.CHROMIUM, 'firefox-esr': process.env.FIREFOX };

function isThere(name) {
  const programs = PROGRAMS[name] ?? [name];
  return (
    NAMED[name] || programs.some((program) => find(program) ?? existsSync(`/usr/sbin/${program}`))
  );
}

/** One by one: a package that this system does not have keeps none of the others away. */
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
 * Makes sure of a browser: the system's own, Debian's package where we may install it, else
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
  console.log('\n── no Chromium here: taking Playwright’s');
  const { status } = spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
  if (status !== 0) {
    console.error('Install Chromium or Chrome, or set CHROMIUM to its path.');
    process.exit(1);
  }
  return '';
}
