/**
 * The portal's public pages on a phone, by Lighthouse, beside a minimal page; and the size of the
 * front page's scripts.
 */
import { compare, median, skipped, spread, type Figure } from './figure.ts';
import { findBrowser, lookAt, type Report } from './lighthouse.ts';
import { startProduct } from './product.ts';
import { serveFloorPage } from './station-page/floor-page.ts';

/** The front page, one industry's page, a form, a long text. */
const PATHS = ['/', '/cafe', '/signup', '/privacy-policy'] as const;

const ROUNDS = 5;
const MIN_PERFORMANCE = 97;
const MAX_LCP_RATIO = 1.6;
const OTHERS = ['accessibility', 'best-practices', 'seo'];
const MAX_SCRIPT_BYTES = 90 * 1024;

const SCRIPT = 'Portal /, script over the wire before the page is used';

const nameOf = (path: string): string => `Portal ${path}, Lighthouse on a phone`;

/** Measures for about eight minutes, on 127.0.0.1 only. */
export async function benchPortalPages(): Promise<Figure[]> {
  const browser = findBrowser();
  if (browser === undefined) {
    return [...PATHS.map(nameOf), SCRIPT].map((name) => skipped(name, 'Chromium is not installed'));
  }
  const product = await startProduct();
  const floor = await serveFloorPage();
  const floors: Report[] = [];
  const ours = new Map<string, Report[]>(PATHS.map((path) => [path, []]));
  const categories = ['performance', ...OTHERS];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      floors.push(await lookAt(floor.url, { browser, categories: ['performance'] }));
      for (const [path, reports] of ours) {
        reports.push(await lookAt(product.url + path, { browser, categories }));
      }
    }
  } finally {
    await floor.stop();
    await product.stop();
  }
  return [...[...ours].map(([path, reports]) => scores(path, reports, floors)), script(ours)];
}

function scores(path: string, reports: Report[], floors: Report[]): Figure {
  const performance = (of: Report[]): number[] =>
    of.map(({ scores }) => scores['performance'] ?? 0);
  const lowest = OTHERS.map((name) => ({
    name,
    score: Math.min(...reports.map(({ scores }) => scores[name] ?? 0)),
  }));
  const lcp = (of: Report[]): number[] => of.map(({ lcpMs }) => lcpMs);
  const { ratio, text } = compare(lcp(reports), lcp(floors));
  return {
    name: nameOf(path),
    ours:
      `performance ${spread(performance(reports), 0)}, LCP ${spread(lcp(reports), 0)} ms, lowest ` +
      lowest.map(({ name, score }) => `${name} ${score.toFixed(0)}`).join(', '),
    peer: `floor page: performance ${spread(performance(floors), 0)}, LCP ${spread(lcp(floors), 0)} ms`,
    ratio: text,
    goal: `performance ≥ ${MIN_PERFORMANCE}, LCP ≤ ${MAX_LCP_RATIO} × the floor page, the others 100`,
    ok:
      median(performance(reports)) >= MIN_PERFORMANCE &&
      ratio <= MAX_LCP_RATIO &&
      lowest.every(({ score }) => score === 100),
  };
}

/** Bytes of scripts that Chromium received before any interaction, headers included. */
function script(ours: Map<string, Report[]>): Figure {
  const bytes = (ours.get('/') ?? []).map(({ requests }) =>
    requests
      .filter(({ url }) => new URL(url).pathname.endsWith('.js'))
      .reduce((sum, { transferSize }) => sum + transferSize, 0),
  );
  return {
    name: SCRIPT,
    ours: `${spread(bytes, 0)} bytes`,
    peer: '–',
    ratio: '–',
    goal: `≤ ${MAX_SCRIPT_BYTES.toLocaleString('en-GB')} bytes`,
    ok: median(bytes) <= MAX_SCRIPT_BYTES,
  };
}
