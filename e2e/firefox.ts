/**
 * Firefox, driven over WebDriver BiDi: Playwright drives only builds of its own. For a test:
 *
 *     test.skip(firefoxPath() === null, NO_FIREFOX);
 *     const browser = await launchFirefox({ productPort, examplesPort });
 *     const page = await browser.newPage();
 *     await page.goto('http://localhost:8080/script-tag');
 *     await page.locator('>>> button.play').click(); // `>>>` looks into open shadow roots
 *
 * The product answers at http://localhost:8000, station hosts at http://{slug}.localhost:8000, the
 * customer's site at http://localhost:8080, as in Chromium (fixtures.ts). Firefox cannot map hosts to
 * ports, so it uses a proxy of the test's own (socks-proxy.ts), which reaches only this machine and
 * refuses all other hosts. Other ports of 127.0.0.1 and `*.localhost` are reached directly.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import { startSocksProxy } from './socks-proxy.ts';
import { startSoundCard, type SoundCard } from './sound-card.ts';

/** The reason for skipping a test. */
export const NO_FIREFOX = 'Firefox is not installed here (set FIREFOX to its path)';

const NAMES = ['firefox-esr', 'firefox'];
const MAC_PATH = '/Applications/Firefox.app/Contents/MacOS/firefox';

/**
 * Beside the settings of puppeteer: no request of Firefox's own leaves the machine, so none delays
 * a test.
 */
const QUIET = {
  'app.normandy.enabled': false,
  'app.update.auto': false,
  'browser.region.network.url': '',
  'browser.region.update.enabled': false,
  'browser.topsites.contile.enabled': false,
  'dom.push.enabled': false,
  'extensions.pocket.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'media.gmp-provider.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.dns.disablePrefetch': true,
  'network.prefetch-next': false,
  'network.trr.mode': 5,
  'security.OCSP.enabled': 0,
  'toolkit.telemetry.enabled': false,
  'toolkit.telemetry.unified': false,
};

/** Allows a test to play without a click. */
const PLAYS_AT_ONCE = { 'media.autoplay.default': 0 };

/** Firefox's own rule at its strictest: no page plays before a click. */
export const REFUSES_AUTOPLAY = {
  'media.autoplay.default': 1,
  'media.autoplay.blocking_policy': 0,
};

/**
 * Treats the product as a page with TLS, which may use the browser's cache: Firefox trusts no localhost behind a proxy. Its
 * pictures and sound still come without TLS.
 */
export const TRUSTS_LOCALHOST = {
  'dom.caches.testing.enabled': true,
  'dom.securecontext.allowlist': 'localhost',
  'security.mixed_content.upgrade_display_content': false,
};

interface FirefoxOptions {
  productPort: number;
  examplesPort: number;
  /** Settings of about:config beside those that every test needs. */
  prefs?: Record<string, string | number | boolean>;
  /**
   * The sound card to play on, for tests that record it; closed with the browser. Default: a silent
   * one.
   */
  soundCard?: SoundCard | null;
}

/** Firefox's path: `FIREFOX`, else the installed one; null without either. */
export function firefoxPath(): string | null {
  const named = process.env['FIREFOX'];
  if (named) return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const places = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...places, MAC_PATH].find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Missing or not executable: both count as not installed.
    return false;
  }
}

/** Starts Firefox. Everything started for it ends with it. */
export async function launchFirefox(options: FirefoxOptions): Promise<Browser> {
  const { productPort, examplesPort, prefs } = options;
  const executablePath = firefoxPath();
  if (executablePath === null) throw new Error(NO_FIREFOX);
  const soundCard = options.soundCard === undefined ? await startSoundCard() : options.soundCard;
  const proxy = await startSocksProxy((target) => {
    const [host = '', port = ''] = target.split(':');
    if (!/^(.+\.)?localhost$|^127\.0\.0\.1$/.test(host)) return null;
    if (port === '8000') return productPort;
    return port === '8080' ? examplesPort : Number(port);
  });
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    extraPrefsFirefox: {
      ...QUIET,
      ...PLAYS_AT_ONCE,
      'network.proxy.type': 1,
      'network.proxy.socks': '127.0.0.1',
      'network.proxy.socks_port': proxy.port,
      'network.proxy.socks_remote_dns': true,
      'network.proxy.allow_hijacking_localhost': true,
      // Other servers of a test are reached without the proxy.
      'network.proxy.no_proxies_on': '127.0.0.1',
      ...prefs,
    },
    env: { ...process.env, ...soundCard?.env },
  });
  browser.once('disconnected', () => {
    proxy.stop();
    void soundCard?.stop();
  });
  return browser;
}
