/** A member's Home on a slow phone, with 25 months of listening hours, beside a minimal page. */
import { KEEP_HOURS_MONTHS } from '@stationhouse/platform-api/contract/listening/values';
import type { Knex } from 'knex';
import { chromium, type BrowserContext } from '@playwright/test';
import { connect } from '../platform-api/src/db/connection.ts';
import { createLogger } from '../platform-api/src/process/log.ts';
import { buildStation } from '../platform-api/test/factories.ts';
import { compare, median, skipped, spread, type Figure } from './figure.ts';
import { hearEveryHour } from './hours.ts';
import { findBrowser } from './lighthouse.ts';
import { becomeMember } from './live/pages.ts';
import { databaseUrl, startProduct } from './product.ts';
import { serveFloorPage } from './station-page/floor-page.ts';

const PAINT = `A member's Home with ${KEEP_HOURS_MONTHS} months of listening, largest contentful paint on a slow phone`;
const FIRST = `${PAINT}, nothing in the cache`;
const AGAIN = `${PAINT}, opened again`;

const ROUNDS = 5;
const MAX_PAINT_MS = 1_000;

/** Lighthouse's slow 4G, applied to each request: 150 ms, 1.6 Mbit/s down, 750 kbit/s up. Bytes a second. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const CPU_SLOWDOWN = 4;
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true };

/** The largest paint is final this long after the last figure, in ms. */
const SETTLE_MS = 1_000;
const PATIENCE_MS = 60_000;

/** Measures for about two minutes, on 127.0.0.1 only. */
export async function benchMemberHome(): Promise<Figure[]> {
  const executablePath = findBrowser();
  if (executablePath === undefined) return [skipped(PAINT, 'Chromium is not installed')];
  const product = await startProduct();
  const floor = await serveFloorPage();
  const db = connect(await databaseUrl(product), createLogger('warn'));
  const browser = await chromium.launch({ executablePath });
  const first: number[] = [];
  const again: number[] = [];
  const floors: number[] = [];
  try {
    const context = await browser.newContext(PHONE);
    await addStation(db, await signUp(context, product.url));
    for (let round = 0; round < ROUNDS; round += 1) {
      floors.push(await largestPaint(context, floor.url, 'A title, and who plays it'));
      const home = `${product.url}/members`;
      first.push(await largestPaint(context, home, 'Hours in'));
      again.push(await largestPaint(context, home, 'Hours in', { isCached: true }));
    }
  } finally {
    await browser.close();
    await db.destroy();
    await floor.stop();
    await product.stop();
  }
  const peer = `floor page, all in one answer: ${spread(floors, 0)} ms`;
  const goal = `≤ ${MAX_PAINT_MS.toLocaleString('en-GB')} ms`;
  return [
    { name: FIRST, times: first },
    { name: AGAIN, times: again },
  ].map(({ name, times }) => ({
    name,
    ours: `${spread(times, 0)} ms`,
    peer,
    ratio: compare(times, floors).text,
    goal,
    ok: median(times) <= MAX_PAINT_MS,
  }));
}

/** @returns the id of the new user */
async function signUp(context: BrowserContext, url: string): Promise<string> {
  const page = await context.newPage();
  await page.goto(`${url}/signup`);
  const id = await page.evaluate(becomeMember, 'home@example.com');
  await page.close();
  return id;
}

/** Confirms the address, and adds a station on air that was heard in every hour with four kinds of players. */
async function addStation(db: Knex, user_id: string): Promise<void> {
  await db('users').where({ id: user_id }).update({ email_confirmed_at: db.fn.now() });
  const { id } = await buildStation(db, {
    user_id,
    station_slug: 'byron',
    package_name: 'Starter',
  });
  await hearEveryHour(db, id);
}

/**
 * Milliseconds from the start of the navigation.
 * @param last a text of the last part to wait for
 * @param isCached what the browser has kept is used, as on each visit but the first of a release
 */
async function largestPaint(
  context: BrowserContext,
  url: string,
  last: string,
  { isCached = false } = {},
): Promise<number> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: !isCached });
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(url, { timeout: PATIENCE_MS });
  await page.getByText(last).first().waitFor({ timeout: PATIENCE_MS });
  await page.waitForTimeout(SETTLE_MS);
  const time = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().at(-1)?.startTime ?? NaN),
        ).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  await page.close();
  return time;
}
