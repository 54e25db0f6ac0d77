import { expect, test } from './fixtures.ts';

const DEMO = 'http://localhost:8000/demo';

/** Waits until the station's worker controls its page. */
const workerReady = () =>
  navigator.serviceWorker.ready.then(({ active, scope }) => ({ state: active?.state, scope }));

test('the offline screen waits for a server that is down, and a worker handles only its own pages', async ({
  page,
  context,
  stationhouse,
}) => {
  // It starts the product a second time.
  test.setTimeout(180_000);
  await stationhouse.addStation({ slug: 'demo-2', name: 'Second Demo' });
  await page.goto(DEMO);
  await page.evaluate(workerReady);
  await page.reload();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const caches = () => page.evaluate(async () => (await window.caches.keys()).toSorted());
  expect(await caches()).toEqual([`offline ${DEMO}`]);
  const kept = () =>
    page.evaluate(async () => {
      const [name = ''] = await window.caches.keys();
      return (await (await window.caches.open(name)).keys()).map(({ url }) => url);
    });
  expect(await kept()).toEqual([`${DEMO}/offline.html`]);

  await stationhouse.kill();
  try {
    await page.goto(DEMO);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
    const other = await context.newPage();
    for (const path of ['/demo-2', '/demo/more', '/login', '/members', '/v1/stations/demo']) {
      await expect(other.goto(`http://localhost:8000${path}`)).rejects.toThrow('ERR_');
    }
  } finally {
    await stationhouse.restart();
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stationhouse Demo', {
    timeout: 60_000,
  });
});
