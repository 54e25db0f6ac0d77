import { expect, test } from './fixtures.ts';

declare global {
  interface Window {
    shift: number;
  }
}

test('the element tells the page what it plays', async ({ page }) => {
  await page.goto('http://localhost:8080/web-component');
  await expect(page.locator('#announcement')).toContainText('Now: ');
});

/** Runs in the page: adds up what has moved without being asked to, from the first moment on. */
function keepShifts(): void {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      window.shift += Reflect.get(entry, 'value');
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

for (const example of ['script-tag', 'web-component']) {
  test(`the player of ${example} moves nothing on its page when it comes and plays`, async ({
    page,
  }) => {
    await page.addInitScript(keepShifts);
    // The script comes when the page has long been painted.
    let letGo = () => {};
    const isLate = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/sdk/*.js', async (route) => {
      await isLate;
      await route.continue();
    });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`http://localhost:8080/${example}`, { waitUntil: 'commit' });
      await page.evaluate(() => new Promise(requestAnimationFrame));
      letGo();
      await page.getByRole('button', { name: 'Play' }).click();
      await expect(page.getByText('LIVE')).toBeVisible();
      expect([width, await page.evaluate(() => window.shift)]).toEqual([width, 0]);
    }
  });
}

test('a frame on another site has its own colours', async ({ page }) => {
  await page.goto('http://localhost:8080/iframe');
  await expect(page.frameLocator('iframe').locator('.embed')).toHaveCSS(
    'background-color',
    'rgb(35, 51, 41)',
  );
});

test('of several players on a page one plays at a time', async ({ page }) => {
  await page.goto('http://localhost:8080/several-stations');
  const first = page.locator('station-player').nth(0);
  const second = page.locator('station-player').nth(1);
  await first.getByRole('button', { name: 'Play' }).click();
  await expect(first).toHaveAttribute('state', 'playing');
  await second.getByRole('button', { name: 'Play' }).click();
  await expect(second).toHaveAttribute('state', 'playing');
  await expect(first).toHaveAttribute('state', 'paused');
});

test('a player that is told to lets the others go on', async ({ page }) => {
  await page.goto('http://localhost:8080/several-stations');
  const first = page.locator('station-player').nth(0);
  const apart = page.locator('station-player').nth(2);
  await first.getByRole('button', { name: 'Play' }).click();
  await expect(first).toHaveAttribute('state', 'playing');
  await apart.getByRole('button', { name: 'Play' }).click();
  await expect(apart).toHaveAttribute('state', 'playing');
  await expect(first).toHaveAttribute('state', 'playing');
});

test('a page with a button of its own fetches the player once it is pressed', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith('http://localhost:8000')) {
      asked.push(new URL(request.url()).pathname);
    }
  });
  await page.goto('http://localhost:8080/call-queue', { waitUntil: 'networkidle' });
  expect(asked).toEqual(['/sdk/player.js']);
  await page.getByRole('button', { name: 'Listen' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('a press before the script has come is not lost', async ({ page }) => {
  let letGo = () => {};
  const isLate = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/sdk/player.js', async (route) => {
    await isLate;
    await route.continue();
  });
  await page.goto('http://localhost:8080/call-queue', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Listen' }).click();
  letGo();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
});
