/** Pictures of all pages that listeners see: phone, laptop, 1080p and 4K, light and dark. */
import type { Page } from '@playwright/test';
import { addMember, signIn } from './admin-area.ts';
import { expect, test } from './fixtures.ts';
import { takePictures as takeScreens } from './pictures.ts';
import { serveTracks } from './track-source.ts';
import { button, field, SITE } from './wizard.ts';

const SCREENS = {
  360: { width: 360, height: 740 },
  1440: { width: 1440, height: 900 },
  1920: { width: 1920, height: 1080 },
  3840: { width: 3840, height: 2160 },
};
/** Other usual wall screens. */
const WALLS = {
  ...SCREENS,
  1280: { width: 1280, height: 720 },
  portrait: { width: 1080, height: 1920 },
};

const takePictures = (
  page: Page,
  name: string,
  given: Partial<Parameters<typeof takeScreens>[2]> = {},
): Promise<void> => takeScreens(page, name, { screens: SCREENS, ...given });

/** Unusual stations: no logo, an endless name and title, an invalid stream. */
test.beforeAll(async ({ stationhouse }) => {
  const track = {
    title: 'A very long title indeed '.repeat(6),
    artist: 'The Somewhat Longer Orchestra',
  };
  const source = await serveTracks(() => ({
    type: 'application/json',
    body: JSON.stringify(track),
  }));
  await stationhouse.addStation({
    slug: 'long-titles',
    name: 'Lantern Lane Bakery & Café Radio of the Northern Suburbs',
    streamUrl: '/stream/demo',
    trackUrl: source.url,
  });
  await stationhouse.addStation({
    slug: 'broken',
    name: 'Broken Radio',
    streamUrl: `${SITE}/demo`,
  });
});

test('pictures of a station’s page', async ({ page, context, stationhouse }) => {
  await page.goto(`${SITE}/demo`);
  await expect(page.locator('.now .title')).not.toHaveText('Loading...');
  await takePictures(page, 'full-idle', { fullPage: true });
  await button(page, 'Share').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await takePictures(page, 'full-share');
  await page.keyboard.press('Escape');
  await button(page, 'Play').click();
  await expect(page.getByText('LIVE')).toBeVisible();
  await takePictures(page, 'full-playing');
  await page.keyboard.press('Tab');
  await takePictures(page, 'full-focus');
  await page.emulateMedia({ forcedColors: 'active' });
  await takePictures(page, 'full-forced-colours');
  await page.emulateMedia({ forcedColors: 'none' });
  // Doubles the text size, as a reader may.
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
  await takePictures(page, 'full-large-text', { fullPage: true });

  await page.goto(`${SITE}/long-titles`);
  await expect(page.locator('.now .title')).toHaveText(/very long/);
  await takePictures(page, 'full-long');
  await page.goto(`${SITE}/broken`);
  await button(page, 'Play').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await takePictures(page, 'full-error');
  await stationhouse.setStatus('long-titles', 'inactive');
  await page.goto(`${SITE}/long-titles`);
  await takePictures(page, 'full-off-air');
  await stationhouse.setStatus('long-titles', 'active');
  await page.goto(`${SITE}/no-such-station`);
  await takePictures(page, 'full-absent');

  await page.goto(`${SITE}/demo`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => caches.match('/demo/offline.html').then(Boolean)))
    .toBe(true);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
  await takePictures(page, 'full-offline');
});

/** Sizes of embedded players that customers choose. */
const SIZES = [
  [300, 450],
  [1000, 600],
  [400, 200],
  [200, 100],
] as const;
const SHEET = { sheet: { width: 1600, height: 900 } };
const PLAYER = '<script async src="http://localhost:8000/sdk/player.js"></script>';
const sheet = (body: string) =>
  `<!doctype html><html lang="en"><title>Sheet</title>${PLAYER}
  <style>body { background: #ddd; font: 13px sans-serif } iframe { border: 0 }
    station-player, iframe { display: inline-block; margin: 6px; vertical-align: top }</style>${body}`;

test('pictures of embedded players in frames', async ({ page }) => {
  await page.goto('http://localhost:8080/iframe');
  for (const [name, address] of [
    ['light', '/demo?embed=true'],
    ['dark', '/demo?embed=true&theme=dark'],
    ['auto', '/demo?embed=true&theme=auto'],
    ['long', '/long-titles?embed=true'],
    ['bare', '/demo?embed=true&song=false&background=233329&button=f0c36d&font=fff'],
    ['error', '/broken?embed=true'],
    ['absent', '/no-such-station?embed=true'],
  ] as const) {
    const frames = SIZES.map(
      ([width, height]) =>
        `<iframe src="${SITE}${address}" width=${width} height=${height}></iframe>`,
    );
    await page.setContent(sheet(frames.join('')));
    for (const at of SIZES.keys()) {
      const frame = page.frameLocator('iframe').nth(at);
      await expect(frame.locator('.embed')).toBeVisible();
      if (name !== 'error') continue;
      await frame.getByRole('button', { name: 'Play' }).click();
      await expect(frame.getByRole('alert')).toBeVisible();
    }
    const schemes = name === 'auto' ? undefined : (['light'] as const);
    await takePictures(page, `embed-${name}`, { screens: SHEET, schemes });
  }
});

/** The element in each state, on a customer's page. */
const ELEMENTS = {
  facade: {
    attributes: 'station="demo"',
    without: '**/sdk/*/station-player-*.js',
    shown: 'button',
  },
  waiting: { attributes: 'station="demo"', without: '**/v1/stations/**', shown: '.play' },
  idle: { attributes: 'station="demo"' },
  playing: { attributes: 'station="demo" exclusive="false"', press: '.live' },
  dark: { attributes: 'station="demo" theme="dark"' },
  bare: { attributes: 'station="demo" song="false"' },
  long: { attributes: 'station="long-titles"' },
  'right-to-left': { attributes: 'station="demo" dir="rtl"' },
  error: { attributes: 'station="broken" exclusive="false"', press: '[role=alert]' },
  german: { attributes: 'station="broken" exclusive="false" lang="de"', press: '[role=alert]' },
  absent: { attributes: 'station="no-such-station"', shown: '[role=alert]' },
};

for (const [name, element] of Object.entries(ELEMENTS)) {
  test(`pictures of the element: ${name}`, async ({ page }) => {
    const { attributes, without, shown, press } = {
      without: undefined,
      shown: 'img.cover, .bare',
      press: undefined,
      ...element,
    };
    // Never answered: it keeps waiting.
    if (without) await page.route(without, () => {});
    await page.goto('http://localhost:8080/iframe');
    const players = SIZES.map(
      ([width, height]) =>
        `<station-player ${attributes} style="width: ${width}px; height: ${height}px"></station-player>`,
    );
    await page.setViewportSize(SHEET.sheet);
    await page.setContent(sheet(players.join('')));
    for (const player of await page.locator('station-player').all()) {
      await expect(player.locator(shown)).toBeAttached();
      if (!without && !press) await expect(player).toHaveAttribute('state');
      if (!press) continue;
      await player.locator('.play').click();
      await expect(player.locator(press)).toBeVisible();
    }
    await takePictures(page, `element-${name}`, { screens: SHEET, schemes: ['light'] });
  });
}

const TABLET = { width: 768, height: 1024 };

test('pictures of the examples', async ({ page }) => {
  for (const name of [
    'script-tag',
    'web-component',
    'iframe',
    'react-app',
    'signage',
    'several-stations',
    'strict-csp',
    'theming',
    'call-queue',
  ]) {
    await page.goto(`http://localhost:8080/${name}`);
    await page.waitForTimeout(2_000);
    await takePictures(page, `example-${name}`, {
      screens: { 360: SCREENS[360], 768: TABLET, 1440: SCREENS[1440] },
      schemes: ['light'],
      fullPage: true,
    });
  }
});

test('pictures of the tv views', async ({ page, stationhouse }) => {
  const walls = { screens: WALLS, schemes: ['light'] as const };
  await page.goto(`${SITE}/demo/tv`);
  await expect(button(page, 'Press OK to start')).toBeVisible();
  await takePictures(page, 'tv-start', walls);
  await page.keyboard.press('Enter');
  await expect(page.getByText('LIVE')).toBeVisible();
  await takePictures(page, 'tv-playing', walls);
  await page.keyboard.press('Enter');
  await expect(button(page, 'Play')).toBeVisible();
  await takePictures(page, 'tv-paused', walls);
  await page.goto(`${SITE}/broken/tv`);
  await button(page, 'Press OK to start').press('Enter');
  await expect(page.getByText('Reconnecting...')).toBeVisible();
  await takePictures(page, 'tv-reconnecting', walls);

  await page.goto(`${SITE}/long-titles/tv`);
  await expect(page.locator('.now .title')).toHaveText(/very long/);
  await takePictures(page, 'tv-long', walls);
  await stationhouse.setStatus('long-titles', 'inactive');
  await expect(page.getByText('Off air for now')).toBeVisible({ timeout: 30_000 });
  await takePictures(page, 'tv-off-air', walls);
  await stationhouse.setStatus('long-titles', 'active');
  await page.goto(`${SITE}/absent/tv`);
  await takePictures(page, 'tv-sample', walls);

  await page.goto(`${SITE}/demo/tv-static`);
  await takePictures(page, 'tv-static', walls);
  await page.keyboard.press('Enter');
  await expect(page.getByText('LIVE')).toBeVisible();
  await takePictures(page, 'tv-static-playing', walls);
  for (const [slug, name] of [
    ['long-titles', 'long'],
    ['absent', 'absent'],
  ] as const) {
    await page.goto(`${SITE}/${slug}/tv-static`);
    await takePictures(page, `tv-static-${name}`, walls);
  }
  await page.goto(`${SITE}/broken/tv-static`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await takePictures(page, 'tv-static-error', walls);
});

test('pictures of the embed builder', async ({ page, stationhouse }) => {
  const member = await addMember(stationhouse, {
    email: 'embeds@example.com',
    last_name: 'Marlow',
  });
  await stationhouse.query(
    `insert into radio_stations (id, user_id, status, station_slug, station_name, stream_url, package_name, purchased_at)
     select gen_random_uuid(), id, 'active', 'marlow', 'The Counting House', '/stream/demo', 'Professional', now()
     from users where email = $1`,
    [member.email],
  );
  await signIn(page, member);
  await page.goto(`${SITE}/members/share/website`);
  await page.getByText('Colours, size and more').click();
  await field(page, 'Font').fill('#eeeeee');
  await page.getByRole('checkbox', { name: 'Pin the current version' }).check();
  await expect(page.getByText('These colours are hard to tell apart')).toBeVisible();
  const screens = { ...SCREENS, 768: TABLET };
  await takePictures(page, 'builder-pinned', { screens, fullPage: true });
  await page.getByRole('tab', { name: 'React' }).click();
  await page.getByRole('combobox', { name: 'Colours' }).selectOption('dark');
  await takePictures(page, 'builder-react', { screens, fullPage: true });
});
