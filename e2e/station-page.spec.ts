import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { giveEar, hear, SILENCE } from './hearing.ts';
import { layoutShifts, watchLayoutShifts } from './layout-shifts.ts';
import { serveTracks } from './track-source.ts';

test('a listener opens the station, presses play and hears it', async ({ page, complaints }) => {
  await giveEar(page, { crossOrigin: false });
  await page.goto('http://localhost:8000/demo');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stationhouse Demo');
  await expect(page.getByText('LIVE')).toBeHidden();

  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByText('LIVE')).toBeVisible();
  await expect.poll(async () => (await hear(page))?.loudness ?? 0).toBeGreaterThan(SILENCE);
  const before = await hear(page);
  await expect
    .poll(async () => (await hear(page))?.currentTime ?? 0)
    .toBeGreaterThan((before?.currentTime ?? 0) + 2);

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('LIVE')).toBeHidden();
  expect(complaints).toEqual([]);
});

test('the card shows the title that the stream plays', async ({ page, stationhouse }) => {
  await giveEar(page, { crossOrigin: false });
  await page.goto('http://localhost:8000/tones');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByText('LIVE')).toBeVisible();
  expect(stationhouse.port).toBeGreaterThan(0);
  await expect
    .poll(async () => {
      const heard = await hear(page);
      const title = await page.locator('.now .title').innerText();
      return heard !== null && Math.abs(heard.frequency - Number.parseFloat(title)) < 12;
    })
    .toBe(true);
});

test('a new cover fades in over the former one, which does not stay behind it', async ({
  page,
  stationhouse,
}) => {
  let track = 1;
  const source = await serveTracks(() => ({
    type: 'application/json',
    body: JSON.stringify({
      title: `Song ${track}`,
      artist: 'B',
      cover: `http://localhost:8000/sdk/placeholder-cover.svg?${track}`,
    }),
  }));
  try {
    await stationhouse.addStation({ slug: 'fading', name: 'Fading', trackUrl: source.url });
    await page.goto('http://localhost:8000/fading');
    const frame = page.locator('main .art');
    await expect(frame).toHaveAttribute('style', /--cover:.*\?1"/);
    expect(await frame.evaluate((art) => getComputedStyle(art).backgroundImage)).toBe('none');
    const former = frame.evaluate(
      (art) =>
        new Promise<string>((resolve) => {
          new MutationObserver(() => {
            if (art.getAnimations({ subtree: true }).length > 0) {
              resolve(getComputedStyle(art).backgroundImage);
            }
          }).observe(art, { attributes: true });
        }),
    );
    track = 2;
    expect(await former).toContain('?1');
    await expect
      .poll(() => frame.evaluate((art) => getComputedStyle(art).backgroundImage))
      .toBe('none');
    await expect(frame.locator('img')).toHaveAttribute('src', /\?2$/);
  } finally {
    source.close();
  }
});

test('a paused station resumes live, not from where it was', async ({ page }) => {
  await giveEar(page, { crossOrigin: false });
  const streams: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/stream/demo?')) streams.push(request.url());
  });
  await page.goto('http://localhost:8000/demo');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByText('LIVE')).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByText('LIVE')).toBeVisible();
  expect(new Set(streams).size).toBe(streams.length);
  expect(streams.length).toBeGreaterThanOrEqual(2);
});

test('mute does not pause', async ({ page }) => {
  await giveEar(page, { crossOrigin: false });
  await page.goto('http://localhost:8000/demo');
  await page.getByRole('button', { name: 'Mute', exact: true }).click();
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByText('LIVE')).toBeVisible();
  expect(await page.evaluate(() => window.__audios.at(-1)?.muted)).toBe(true);
  await page.getByRole('button', { name: 'Unmute' }).click();
  expect(await page.evaluate(() => window.__audios.at(-1)?.muted)).toBe(false);
});

test('the page works by keyboard alone', async ({ page }) => {
  await page.goto('http://localhost:8000/demo');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Play' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('LIVE')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play' })).toBeFocused();
});

/** All views of a station; frames and walls cannot be scrolled. */
const FACES = [
  { path: '/demo', width: 360, height: 740, scrolls: true },
  { path: '/demo?embed=true', width: 300, height: 450, scrolls: false },
  { path: '/demo?embed=true', width: 200, height: 100, scrolls: false },
  { path: '/demo/tv', width: 1280, height: 720, scrolls: false },
];

test('every button stays in the window when the text size is doubled', async ({ page }) => {
  const cdp = await page.context().newCDPSession(page);
  for (const { path, width, height, scrolls } of FACES) {
    await page.setViewportSize({ width, height });
    await page.goto(`http://localhost:8000${path}`);
    // The browser's setting for the font size, usually 16 px. A wall's font size is a share of the
    // wall.
    await cdp.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    const size = path === '/demo/tv' ? /^21.33/ : '32px';
    await expect(page.locator('html')).toHaveCSS('font-size', size);
    await expect(page.getByRole('button', { name: /^(Play|Press OK)/ })).toBeVisible();
    // A wall's picture moves by 1% of its height, minute by minute, and cannot be scrolled.
    const wandersBy = path === '/demo/tv' ? height / 100 : 0;
    const isTooWide = await page.evaluate(
      (slack) =>
        document.documentElement.scrollWidth > document.documentElement.clientWidth + slack,
      wandersBy,
    );
    const outside = await page.locator('button:visible').evaluateAll(
      (buttons, floor) =>
        buttons
          .map((button) => ({ name: button.ariaLabel, box: button.getBoundingClientRect() }))
          .filter(
            ({ box: { left, top, right, bottom } }) =>
              left < 0 || top < 0 || right > innerWidth || bottom > floor,
          )
          .map(({ name, box }) => [name, box.toJSON()]),
      scrolls ? 10_000 : height,
    );
    expect([path, width, isTooWide, outside]).toEqual([path, width, false, []]);
  }
});

test('Play has an outline in forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  for (const { path, width, height } of FACES) {
    await page.setViewportSize({ width, height });
    await page.goto(`http://localhost:8000${path}`);
    const play = page.getByRole('button', { name: /^(Play|Press OK)/ });
    await expect(play).toBeVisible();
    const lines = await play.evaluate((button) => {
      const { borderStyle, borderWidth, borderColor, outlineStyle, outlineWidth, outlineColor } =
        getComputedStyle(button);
      return [
        [borderStyle, borderWidth, borderColor],
        [outlineStyle, outlineWidth, outlineColor],
      ];
    });
    const seen = lines.filter(
      ([style, width, color]) =>
        style !== 'none' && width !== '0px' && !/^rgba\(.*, 0\)$/.test(color ?? ''),
    );
    expect([path, seen.length > 0, lines]).toEqual([path, true, lines]);
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing, in ${colorScheme} colours`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    for (const path of ['/demo', '/demo?embed=true', '/absent', '/radio', '/', '/login']) {
      await page.goto(`http://localhost:8000${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
    }
  });
}

test('a station host shows the station', async ({ page }) => {
  await page.goto('http://demo.localhost:8000/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stationhouse Demo');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByText('LIVE')).toBeVisible();
});

test('a missing station shows the specification’s words', async ({ page }) => {
  const answer = await page.goto('http://localhost:8000/no-such-station');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Station Not Found' })).toBeVisible();
  await expect(
    page.getByText('The requested radio station could not be found or is not active.'),
  ).toBeVisible();
});

for (const { width, marquee } of [
  { width: 767, marquee: true },
  { width: 768, marquee: false },
]) {
  test(`a long title ${marquee ? 'scrolls' : 'wraps'} at ${width} px`, async ({
    page,
    stationhouse,
  }) => {
    const source = await serveTracks(() => ({
      type: 'application/json',
      body: JSON.stringify({ title: 'A very long title indeed '.repeat(8), artist: 'Nobody' }),
    }));
    try {
      await stationhouse.addStation({ slug: `long-${width}`, name: 'Long', trackUrl: source.url });
      await page.setViewportSize({ width, height: 800 });
      const alive = page.waitForResponse(/\/events$/);
      await page.goto(`http://localhost:8000/long-${width}`);
      await alive;
      const moves = () =>
        page
          .locator('.now .title')
          .evaluate(
            (title) =>
              title
                .getAnimations({ subtree: true })
                .filter((animation) => animation.playState === 'running').length,
          );
      await expect.poll(moves).toBe(marquee ? 1 : 0);
    } finally {
      source.close();
    }
  });
}

test('the page has no layout shift while it loads and plays', async ({ page, stationhouse }) => {
  // The tracks of the demo station change, and a longer title moves what is below it.
  const source = await serveTracks(() => ({
    type: 'application/json',
    body: JSON.stringify({ title: 'Morning Light', artist: 'The Early Birds' }),
  }));
  // At 412 px this name needs two lines in a wider font than ours, which is there first.
  const station = { slug: 'steady', name: 'Stationhouse Demo', streamUrl: '/stream/demo' };
  await stationhouse.addStation({ ...station, trackUrl: source.url });
  await watchLayoutShifts(page);
  try {
    for (const width of [360, 412, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('http://localhost:8000/steady');
      await page.getByRole('button', { name: 'Play' }).click();
      await expect(page.getByText('LIVE')).toBeVisible();
      expect(await layoutShifts(page), `${width} px wide`).toEqual([]);
    }
  } finally {
    source.close();
  }
});
