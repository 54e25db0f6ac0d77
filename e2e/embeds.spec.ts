import { expect, test } from './fixtures.ts';
import { giveEar, hear, SILENCE } from './hearing.ts';

test('one script tag puts a playing station on another site', async ({ page, complaints }) => {
  await giveEar(page, { crossOrigin: true });
  await page.goto('http://localhost:8080/script-tag');
  const player = page.locator('station-player');
  await player.getByRole('button', { name: 'Play' }).click();
  await expect(player).toHaveAttribute('state', 'playing');
  await expect.poll(async () => (await hear(page))?.loudness ?? 0).toBeGreaterThan(SILENCE);
  const { currentTime = 0 } = (await hear(page)) ?? {};
  await expect
    .poll(async () => (await hear(page))?.currentTime ?? 0)
    .toBeGreaterThan(currentTime + 1);
  const title = await page.locator('.title').innerText();
  expect(title).not.toContain('Loading');
  expect(complaints).toEqual([]);
});

test('the element plays on another site and tells it what', async ({ page, complaints }) => {
  await giveEar(page, { crossOrigin: true });
  await page.goto('http://localhost:8080/web-component');
  await expect(page.locator('#announcement')).toContainText('Now: ');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect.poll(async () => (await hear(page))?.loudness ?? 0).toBeGreaterThan(SILENCE);
  const { currentTime = 0 } = (await hear(page)) ?? {};
  await expect
    .poll(async () => (await hear(page))?.currentTime ?? 0)
    .toBeGreaterThan(currentTime + 1);
  expect(complaints).toEqual([]);
});

test('a frame on another site plays the station in its own colours', async ({ page }) => {
  await giveEar(page, { crossOrigin: false });
  await page.goto('http://localhost:8080/');
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src =
      'http://localhost:8000/demo?embed=true&background=102030&button=f26b21&font=ffffff&song=true';
    frame.width = '300';
    frame.height = '450';
    frame.allow = 'autoplay';
    document.body.append(frame);
  });
  const inside = page.frameLocator('iframe');
  await inside.getByRole('button', { name: 'Play' }).click();
  await expect(inside.getByText('LIVE')).toBeVisible();
  const frame = page.frames().find((candidate) => candidate.url().includes('embed=true'));
  if (!frame) throw new Error('The frame is gone.');
  await expect.poll(async () => (await hear(frame))?.loudness ?? 0).toBeGreaterThan(SILENCE);
  const { currentTime = 0 } = (await hear(frame)) ?? {};
  await expect
    .poll(async () => (await hear(frame))?.currentTime ?? 0)
    .toBeGreaterThan(currentTime + 1);
  const colour = await frame.evaluate(
    () => getComputedStyle(document.querySelector('.embed') ?? document.body).backgroundColor,
  );
  expect(colour).toBe('rgb(16, 32, 48)');
});

test('two players on one page play one at a time', async ({ page }) => {
  await page.goto('http://localhost:8080/web-component');
  await page.evaluate(() => {
    const second = document.createElement('station-player');
    second.setAttribute('station', 'tones');
    document.body.append(second);
  });
  const [first, second] = [
    page.locator('station-player').nth(0),
    page.locator('station-player').nth(1),
  ];
  await first.getByRole('button', { name: 'Play' }).click();
  await expect(first).toHaveAttribute('state', 'playing');
  await second.getByRole('button', { name: 'Play' }).click();
  await expect(second).toHaveAttribute('state', 'playing');
  await expect(first).toHaveAttribute('state', 'paused');
});
