import { expect, test } from './fixtures.ts';

const DEMO = 'http://localhost:8000/demo';

/** Waits until the station's worker controls its page. */
const workerReady = () =>
  navigator.serviceWorker.ready.then(({ active, scope }) => ({ state: active?.state, scope }));

test('a station’s page is installable with its name and logo', async ({ page, complaints }) => {
  await page.goto(DEMO);
  const cdp = await page.context().newCDPSession(page);
  const { errors, data = '{}' } = await cdp.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data)).toMatchObject({ name: 'Stationhouse Demo', start_url: '/demo' });
  // A private window cannot install anything, and reports that.
  await expect
    .poll(async () => {
      const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
      return installabilityErrors
        .map(({ errorId }) => errorId)
        .filter((id) => id !== 'in-incognito');
    })
    .toEqual([]);

  const sizes = await page.evaluate(async () => {
    const touch = document.querySelector<HTMLLinkElement>('link[rel=apple-touch-icon]')?.href;
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href ?? '';
    const { icons } = (await (await fetch(link)).json()) as { icons: { src: string }[] };
    const pictures = [...icons.map(({ src }) => src), touch ?? ''].map(async (src) => {
      const picture = new Image();
      picture.src = src;
      await picture.decode();
      return `${picture.naturalWidth}x${picture.naturalHeight}`;
    });
    return await Promise.all(pictures);
  });
  expect(sizes).toEqual(['192x192', '512x512', '512x512', '180x180']);
  expect(complaints).toEqual([]);
});

test('a station’s page shows that it is offline and reloads automatically', async ({
  page,
  context,
}) => {
  await page.goto(`${DEMO}?lang=de`);
  expect(await page.evaluate(workerReady)).toMatchObject({ scope: DEMO });
  // The first visit that the worker sees stores the offline screen in the page's language.
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => caches.match('/demo/offline.html?lang=de').then(Boolean)))
    .toBe(true);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sie sind offline');
  // It looks like the page: the station's sleeve, its name in its typeface, and the button on their seam.
  await expect(page.locator('.art img')).toHaveJSProperty('naturalWidth', 600);
  await expect(page.getByText('Stationhouse Demo', { exact: true })).toBeInViewport();
  await expect(page.getByRole('button')).toBeInViewport({ ratio: 1 });
  const hasFont = () =>
    [...document.fonts].some(
      ({ family, status }) => family.includes('Bricolage Grotesque') && status === 'loaded',
    );
  await expect.poll(() => page.evaluate(hasFont)).toBe(true);
  // As on its page: it has no logo.
  await expect(page.locator('.logo')).toHaveText('S');
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sie sind offline');

  await context.setOffline(false);
  // Chromium 150 sends no `online` to a page that was loaded while this was set, so it finds out when it asks again.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stationhouse Demo', {
    timeout: 30_000,
  });
});

test('a frame stores no offline screen, and the worker of a station off air removes itself', async ({
  page,
  stationhouse,
}) => {
  const scriptHasRun = page.waitForRequest('**/v1/stations/demo/events');
  await page.goto(`${DEMO}?embed=true`);
  await scriptHasRun;
  const workers = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  expect(await workers()).toBe(0);

  await stationhouse.addStation({ slug: 'passing', name: 'Passing Through' });
  await page.goto('http://localhost:8000/passing');
  await page.evaluate(workerReady);
  expect(await workers()).toBe(1);
  await stationhouse.setStatus('passing', 'inactive');
  await expect
    .poll(async () => (await page.goto('http://localhost:8000/passing'))?.status())
    .toBe(404);
  await expect.poll(workers).toBe(0);
  await expect.poll(() => page.evaluate(() => window.caches.keys())).toEqual([]);
});

test('a station that returns on air is shown without a reload', async ({ page, stationhouse }) => {
  await stationhouse.addStation({ slug: 'returning', name: 'Returning Radio' });
  await page.goto('http://localhost:8000/returning');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Returning Radio');
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await stationhouse.setStatus('returning', 'inactive');
  await expect(heading).toHaveText('Station Not Found', { timeout: 60_000 });
  await stationhouse.setStatus('returning', 'active');
  // Visits the page again.
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(heading).toHaveText('Returning Radio', { timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
});
