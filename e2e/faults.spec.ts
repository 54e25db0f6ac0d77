import { expect, test } from './fixtures.ts';
import { giveEar, hear, SILENCE } from './hearing.ts';
import { serveTracks } from './track-source.ts';

test('music that a server crash cut off resumes automatically', async ({ page, stationhouse }) => {
  test.setTimeout(120_000);
  await giveEar(page, { crossOrigin: false });
  await page.goto('http://localhost:8000/demo');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByText('LIVE')).toBeVisible();

  await stationhouse.kill();
  await expect(page.getByText('Reconnecting...')).toBeVisible({ timeout: 30_000 });
  await stationhouse.restart();
  await expect(page.getByText('LIVE')).toBeVisible({ timeout: 30_000 });
  await expect.poll(async () => (await hear(page))?.loudness ?? 0).toBeGreaterThan(SILENCE);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('a page whose script fails to load at first still plays', async ({ page }) => {
  await page.route(/\/assets\/player-/, (route) => route.abort(), { times: 1 });
  const isLost = page.waitForEvent('requestfailed');
  await page.goto('http://localhost:8000/demo');
  await isLost;
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByText('LIVE')).toBeVisible({ timeout: 30_000 });
});

test('a script in a title is shown as text', async ({ page, stationhouse, complaints }) => {
  const hostile = '<img src=x onerror="window.hacked = 1"><script>window.hacked = 1</script>';
  const source = await serveTracks(() => ({
    type: 'application/json',
    body: JSON.stringify({ title: hostile, artist: '</script>', cover: 'javascript:alert(1)' }),
  }));
  try {
    await stationhouse.addStation({ slug: 'hostile', name: hostile, trackUrl: source.url });
    for (const path of ['/hostile', '/hostile?embed=true']) {
      await page.goto(`http://localhost:8000${path}`);
      await expect(page.locator('.title').first()).toHaveText(hostile);
      expect(await page.evaluate(() => Reflect.get(window, 'hacked') as unknown)).toBeUndefined();
    }
    expect(complaints).toEqual([]);
  } finally {
    source.close();
  }
});

test('a track source that answers with HTML shows the fallback text', async ({
  page,
  stationhouse,
}) => {
  const source = await serveTracks(() => ({ type: 'text/html', body: '<h1>Not JSON</h1>' }));
  try {
    await stationhouse.addStation({ slug: 'lying', name: 'Lying', trackUrl: source.url });
    await page.goto('http://localhost:8000/lying');
    await expect(page.locator('.now .title')).toHaveText('Lying');
    await expect(page.locator('.card .title').first()).toHaveText('Unknown Title');
  } finally {
    source.close();
  }
});

test('a broken cover is replaced by the placeholder', async ({ page, stationhouse }) => {
  const source = await serveTracks(() => ({
    type: 'application/json',
    body: JSON.stringify({ title: 'A', artist: 'B', cover: 'http://localhost:8080/none.png' }),
  }));
  try {
    await stationhouse.addStation({ slug: 'coverless', name: 'Coverless', trackUrl: source.url });
    await page.goto('http://localhost:8000/coverless');
    const cover = page.locator('main img').first();
    await expect(cover).toHaveAttribute('src', /placeholder-cover\.svg/);
    await expect
      .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  } finally {
    source.close();
  }
});

test('an admin’s change appears on the page at once', async ({ page, stationhouse }) => {
  await stationhouse.addStation({ slug: 'renamed', name: 'Before' });
  await page.goto('http://localhost:8000/renamed');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Before');
  await stationhouse.query(
    "update radio_stations set station_name = 'After' where station_slug = 'renamed'",
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('After', { timeout: 3_000 });
});
