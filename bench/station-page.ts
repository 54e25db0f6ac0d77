/**
 * How soon a station's page is visible on a phone, by Lighthouse, beside a minimal page; and how
 * many bytes it loads. Nothing shifts when the brand font arrives where a font with Arial's metrics
 * is installed (Debian: fonts-liberation).
 */
import { compare, median, skipped, spread, type Figure } from './figure.ts';
import { startProduct } from './product.ts';
import { serveFloorPage } from './station-page/floor-page.ts';
import { findBrowser, lookAt, type Report } from './lighthouse.ts';

const LCP = 'Station page, largest contentful paint (Lighthouse, mobile)';
const SCORE = 'Station page, performance score and layout shift';
const MANNERS = 'Station page, lowest score of the other categories';
const WEIGHT = 'Station page, bytes over the wire without cover pictures';

const ROUNDS = 5;
const MAX_LCP_RATIO = 1.25;
const MIN_SCORE = 98;
/** 60 KB, and 30 KB more: the font of the text, which is fetched after the first paint, as that of names is. */
const MAX_BYTES = 90 * 1024;

const OTHERS = ['accessibility', 'best-practices', 'seo'];

/** Measures for about four minutes, on 127.0.0.1 only. */
export async function benchStationPage(): Promise<Figure[]> {
  const browser = findBrowser();
  if (browser === undefined) {
    const reason = 'Chromium is not installed';
    return [LCP, SCORE, MANNERS, WEIGHT].map((name) => skipped(name, reason));
  }
  const product = await startProduct();
  const floor = await serveFloorPage();
  const ours: Report[] = [];
  const floors: Report[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      floors.push(await lookAt(floor.url, { browser, categories: ['performance'] }));
      ours.push(
        await lookAt(`${product.url}/demo`, { browser, categories: ['performance', ...OTHERS] }),
      );
    }
  } finally {
    await floor.stop();
    await product.stop();
  }
  for (const warning of new Set(ours.flatMap(({ warnings }) => warnings))) {
    console.log(`\n  Lighthouse warns: ${warning}`);
  }
  return [lcpFigure(ours, floors), scoreFigure(ours, floors), mannersFigure(ours), weight(ours)];
}

function lcpFigure(ours: Report[], floors: Report[]): Figure {
  const times = (reports: Report[]): number[] => reports.map(({ lcpMs }) => lcpMs);
  const { ratio, text } = compare(times(ours), times(floors));
  return {
    name: LCP,
    ours: `${spread(times(ours), 0)} ms`,
    peer: `floor page, all in one answer: ${spread(times(floors), 0)} ms`,
    ratio: text,
    goal: `≤ ${MAX_LCP_RATIO}`,
    ok: ratio <= MAX_LCP_RATIO,
  };
}

function scoreFigure(ours: Report[], floors: Report[]): Figure {
  const scores = (reports: Report[]): number[] =>
    reports.map(({ scores }) => scores['performance'] ?? 0);
  const shifts = (reports: Report[]): number[] => reports.map(({ layoutShift }) => layoutShift);
  const describe = (reports: Report[]): string =>
    `${spread(scores(reports), 0)}, shift ${spread(shifts(reports), 3)}`;
  return {
    name: SCORE,
    ours: describe(ours),
    peer: `floor page: ${describe(floors)}`,
    ratio: '–',
    goal: '100, shift 0',
    ok: median(scores(ours)) === 100 && Math.max(...shifts(ours)) === 0,
  };
}

function mannersFigure(ours: Report[]): Figure {
  const lowest = OTHERS.map((name) => ({
    name,
    score: Math.min(...ours.map(({ scores }) => scores[name] ?? 0)),
  }));
  return {
    name: MANNERS,
    ours: lowest.map(({ name, score }) => `${name} ${score.toFixed(0)}`).join(', '),
    peer: '–',
    ratio: '–',
    goal: `each ≥ ${MIN_SCORE}`,
    ok: lowest.every(({ score }) => score >= MIN_SCORE),
  };
}

/** Bytes that Chromium received, headers included. */
function weight(ours: Report[]): Figure {
  const bytes = ours.map(({ requests }) =>
    requests
      .filter(({ url }) => !url.includes('/covers/'))
      .reduce((sum, { transferSize }) => sum + transferSize, 0),
  );
  return {
    name: WEIGHT,
    ours: `${spread(bytes, 0)} bytes`,
    peer: '–',
    ratio: '–',
    goal: `≤ ${MAX_BYTES.toLocaleString('en-GB')} bytes`,
    ok: median(bytes) <= MAX_BYTES,
  };
}
