import { chromium, type APIResponse, type Page, type Route } from '@playwright/test';
import { qrPath } from '../player-shell/src/qr.ts';
import { expectAccessible } from './accessible.ts';
import { chromiumOptions, expect, test } from './fixtures.ts';
import { giveEar, hear, SILENCE } from './hearing.ts';
import type { Stationhouse } from './stationhouse.ts';

const SITE = 'http://localhost:8000';
const START = { name: 'Press OK to start' };

/**
 * Opens a wall and starts it by its remote control, since a browser in a new profile requires a
 * press.
 */
async function startWall(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('button', START)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('LIVE')).toBeVisible();
}

/** Autoplay is allowed, as in the browsers of wall screens. */
async function onWallScreen(
  { port }: Stationhouse,
  happens: (page: Page) => Promise<void>,
): Promise<void> {
  const args = ['--autoplay-policy=no-user-gesture-required'];
  const browser = await chromium.launch(chromiumOptions({ productPort: port }, args));
  try {
    await happens(await browser.newPage());
  } finally {
    await browser.close();
  }
}

/** The product's own response to a request, to be changed on its way. */
function answerOf({ port }: Stationhouse, route: Route): Promise<APIResponse> {
  const { pathname, search } = new URL(route.request().url());
  return route.fetch({ url: `http://127.0.0.1:${port}${pathname}${search}` });
}

for (const address of [
  `${SITE}/demo/tv`,
  `${SITE}/radio/demo/tv`,
  'http://demo.localhost:8000/tv',
]) {
  test(`a wall at ${address} shows the current track and plays`, async ({ page, complaints }) => {
    // On a host of its own the sound comes from another origin.
    await giveEar(page, { crossOrigin: !address.startsWith(SITE) });
    await startWall(page, address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stationhouse Demo');
    await expect.poll(async () => (await hear(page))?.loudness ?? 0).toBeGreaterThan(SILENCE);
    await expect(page.locator('.now .title')).not.toHaveText('Loading...');
    await expect(page.locator('.neighbour .title')).toHaveCount(2);
    await expect(page.locator('.clock')).toHaveText(/^\d{1,2}:\d{2}/);
    expect(complaints).toEqual([]);
  });
}

test('the QR code on a wall opens the station’s page', async ({ page }) => {
  await page.goto(`${SITE}/demo/tv`);
  const path = await page.locator('.qr path').getAttribute('d');
  expect(path).toBe(qrPath(`${SITE}/demo`).path);
});

test('a remote control works a wall, with a visible focus', async ({ page }) => {
  await startWall(page, `${SITE}/demo/tv`);
  const button = page.getByRole('button');
  await expect(button).toBeFocused();
  await page.keyboard.press('Space');
  await expect(button).toHaveAccessibleName('Play');
  await expect(page.getByText('LIVE')).toBeHidden();
  // The key event of a television's Play button.
  await page.evaluate(() => {
    const press = new KeyboardEvent('keydown', { keyCode: 415, bubbles: true, cancelable: true });
    document.body.dispatchEvent(press);
  });
  await expect(page.getByText('LIVE')).toBeVisible();
  expect(await button.evaluate((it) => getComputedStyle(it).outlineStyle)).toBe('solid');
});

test('a wall shows calmly that its station is off air, and resumes automatically', async ({
  page,
  stationhouse,
}) => {
  await stationhouse.addStation({ slug: 'pausing', name: 'Pausing', streamUrl: '/stream/demo' });
  await page.clock.install();
  await startWall(page, `${SITE}/pausing/tv`);
  await stationhouse.setStatus('pausing', 'inactive');
  await expect(page.getByText('Off air for now')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pausing');
  await stationhouse.setStatus('pausing', 'active');
  await page.clock.fastForward(73_000);
  await expect(page.getByText('LIVE')).toBeVisible({ timeout: 30_000 });
});

test('a wall without a station shows the sample, and switches to the station once it is on air', async ({
  page,
  stationhouse,
}) => {
  const streams: string[] = [];
  page.on(
    'request',
    (request) => request.url().includes('/stream/') && streams.push(request.url()),
  );
  await page.clock.install();
  const answer = await page.goto(`${SITE}/opening-soon/tv`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Station Not Found' })).toBeVisible();
  await expect(
    page.getByText('The requested radio station could not be found or is not active.'),
  ).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample station');
  await expect(page.getByText('LIVE')).toBeHidden();
  expect(streams).toEqual([]);
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByText('LIVE')).toBeVisible();

  await stationhouse.addStation({
    slug: 'opening-soon',
    name: 'Opening Soon',
    streamUrl: '/stream/demo',
  });
  await page.clock.fastForward(73_000);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Opening Soon', {
    timeout: 30_000,
  });
  await expect(page.getByText('LIVE')).toBeVisible();
  await expect(page).toHaveTitle('Opening Soon');
});

test('a wall whose script fails to load at first reloads and plays', async ({ stationhouse }) => {
  await onWallScreen(stationhouse, async (page) => {
    await page.clock.install();
    await page.route(/\/assets\/tv-(?!static).*\.js$/, (route) => route.abort(), { times: 1 });
    const isLost = page.waitForEvent('requestfailed');
    await page.goto(`${SITE}/demo/tv`);
    await isLost;
    await page.clock.fastForward(41_000);
    await expect(page.getByText('LIVE')).toBeVisible({ timeout: 30_000 });
  });
});

test('a wall reloads once for a new version and keeps playing', async ({ page, stationhouse }) => {
  await page.clock.install();
  await startWall(page, `${SITE}/demo/tv`);
  const versions = /"version":"[^"]*"/;
  await page.route('**/assets/version.json', (route) =>
    route.fulfill({ json: { version: 'new' } }),
  );
  let loads = 0;
  page.on('load', () => (loads += 1));
  let looks = 0;
  page.on('requestfinished', (request) => {
    const isLook = request.resourceType() === 'fetch' && request.url() === `${SITE}/demo/tv`;
    if (isLook) looks += 1;
  });
  const timeGoesBy = () => page.clock.fastForward(301_000);

  // The version is out, but the page is still the old one: another replica answers.
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await expect(async () => {
    await timeGoesBy();
    // By the second check the first one has been handled.
    expect(looks).toBeGreaterThanOrEqual(2);
  }).toPass({ timeout: 20_000 });
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
  expect(loads).toBe(0);

  await page.route('**/demo/tv', async (route) => {
    const response = await answerOf(stationhouse, route);
    const body = (await response.text()).replace(versions, '"version":"new"');
    await route.fulfill({ response, body });
  });
  await expect(async () => {
    await timeGoesBy();
    expect(loads).toBe(1);
  }).toPass({ timeout: 20_000 });
  expect(await page.evaluate(() => 'isSame' in window)).toBe(false);
  await expect(page.getByText('LIVE')).toBeVisible({ timeout: 30_000 });

  // A version that the page never reaches must not cause a reload loop.
  await page.route('**/assets/version.json', (route) => route.fulfill({ json: { version: 'x' } }));
  for (const _ of [1, 2, 3]) await page.clock.fastForward(661_000);
  expect(loads).toBe(1);
});

test('a television without modules is redirected to the static view and plays', async ({
  page,
  stationhouse,
}) => {
  // A television without modules runs only the `nomodule` script.
  await page.route('**/demo/tv?lang=de', async (route) => {
    const response = await answerOf(stationhouse, route);
    const body = (await response.text())
      .replaceAll(/<script(?! nomodule| type="application)[^>]*>.*?<\/script>/gis, '')
      .replaceAll(/<script nomodule(="")?/gi, '<script');
    await route.fulfill({ response, body });
  });
  await page.goto(`${SITE}/demo/tv?lang=de`);
  await expect(page).toHaveURL(`${SITE}/demo/tv-static?lang=de`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stationhouse Demo');
  await expect(page.locator('.title')).toHaveCount(3);
  expect(await page.locator('script[type=module]').count()).toBe(0);
  await expect(page.getByRole('button')).toBeFocused();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.keyboard.press('Enter');
  await expect(page.getByText('LIVE')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('LIVE')).toBeHidden();
  expect(asked.filter((url) => url.includes('/v1/'))).toEqual([]);
  expect(asked.filter((url) => url.includes('/stream/demo?t='))).toHaveLength(1);
});

test('the static view reports a broken stream in the specification’s words', async ({
  page,
  stationhouse,
}) => {
  await stationhouse.addStation({ slug: 'silent', name: 'Silent', streamUrl: `${SITE}/demo` });
  await page.goto(`${SITE}/silent/tv-static`);
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByRole('alert')).toHaveText('Stream unavailable');
  await expect(page.getByRole('button')).toHaveAccessibleName('Retry');
});

test('the static view plays without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${SITE}/demo/tv-static`);
  await expect(page.locator('noscript audio, audio[controls]')).toBeVisible();
  await context.close();
});

test('axe finds nothing on a wall', async ({ page }) => {
  for (const path of ['/demo/tv', '/absent/tv', '/demo/tv-static', '/absent/tv-static']) {
    await page.goto(SITE + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
});
