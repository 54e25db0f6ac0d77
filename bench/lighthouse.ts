import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { findProgram } from './programs.ts';

/** The fields of Lighthouse's report that the bench uses. */
export interface Report {
  /** From 0 to 100, by the name of the category. */
  scores: Record<string, number>;
  lcpMs: number;
  layoutShift: number;
  requests: { url: string; transferSize: number }[];
  /** Lighthouse's own warnings about the run. */
  warnings: string[];
}

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const CHROME_FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** In ms. A run takes about 20 s, or a minute when the page never becomes idle. */
const PATIENCE_MS = 180_000;

/** On a busy machine the trace is sometimes incomplete, and Lighthouse asks for another run. */
const ATTEMPTS = 4;

/** The browser that `npm run bench` found, or the system's. */
export function findBrowser(): string | undefined {
  return process.env['CHROMIUM'] || BROWSERS.map(findProgram).find((path) => path !== undefined);
}

/**
 * Runs Lighthouse with its defaults: a phone, simulated throttling.
 * @throws Error when every attempt fails
 */
export async function lookAt(
  url: string,
  options: { browser: string; categories: string[] },
): Promise<Report> {
  for (let attempt = 1; ; attempt += 1) {
    const { isDone, stdout, stderr } = await runLighthouse(options.browser, [
      url,
      '--quiet',
      '--output=json',
      '--output-path=stdout',
      `--only-categories=${options.categories.join(',')}`,
      `--chrome-flags=${CHROME_FLAGS.join(' ')}`,
    ]);
    if (isDone) return readReport(JSON.parse(stdout));
    if (attempt === ATTEMPTS) throw new Error(`Lighthouse gave up on ${url}: ${stderr.trim()}`);
  }
}

function runLighthouse(
  browser: string,
  args: string[],
): Promise<{ isDone: boolean; stdout: string; stderr: string }> {
  const cli = createRequire(import.meta.url).resolve('lighthouse/cli/index.js');
  const options = {
    env: { ...process.env, CHROME_PATH: browser },
    maxBuffer: 64 * 1024 * 1024,
    timeout: PATIENCE_MS,
    // The only signal on which Lighthouse closes its browser.
    killSignal: 'SIGINT',
  } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...args], options, (error, stdout, stderr) =>
      resolve({ isDone: error === null, stdout, stderr }),
    );
  });
}

/** The parts of its JSON that are used here (lighthouse: types/lhr/lhr.d.ts). */
interface LighthouseResult {
  categories: Record<string, { score: number }>;
  audits: {
    'largest-contentful-paint': { numericValue: number };
    'cumulative-layout-shift': { numericValue: number };
    'network-requests': { details: { items: Report['requests'] } };
  };
  runWarnings: string[];
}

function readReport({ categories, audits, runWarnings }: LighthouseResult): Report {
  const scores = Object.entries(categories).map(([name, { score }]) => [name, score * 100]);
  return {
    scores: Object.fromEntries(scores),
    lcpMs: audits['largest-contentful-paint'].numericValue,
    layoutShift: audits['cumulative-layout-shift'].numericValue,
    requests: audits['network-requests'].details.items,
    warnings: runWarnings,
  };
}
