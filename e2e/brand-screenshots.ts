/** Pictures of every view of a station in five brands: page, share sheet, screens, embeds, prints, mail and member's area. */
import type { Page, Route } from '@playwright/test';
import { BRANDS, type Brand, MESSAGE, openBrand, presetsPage } from './brands.ts';
import { sleeve } from '../platform-api/contract/site/sleeve.ts';
import { stationIdIn } from '../platform-api/contract/stations/slug.ts';
import { expect, test } from './fixtures.ts';
import type { Stationhouse } from './stationhouse.ts';
import { readMail } from './mailbox.ts';
import { takePictures } from './pictures.ts';
import { serveTracks } from './track-source.ts';
import { button, SHARE_PARTS, SITE } from './wizard.ts';

const WINDOWS = {
  360: { width: 360, height: 740 },
  768: { width: 768, height: 1024 },
  1440: { width: 1440, height: 900 },
};
const TV = { 1920: { width: 1920, height: 1080 } };

/** Songs without a cover, as in most libraries. */
const SONGS = {
  previous_track_data: { title: 'Lights Half Down', artist: 'Stationhouse Ensemble' },
  current_track_data: { title: 'Second Wind', artist: 'The Folding Room' },
  next_track_data: { title: 'A Slow Walk Home Along the Harbour', artist: 'Marlow & Quill' },
};

/** Gives a station songs for which sleeves are drawn. */
async function playSongs(stationhouse: Stationhouse, slug: string): Promise<void> {
  for (const [column, song] of Object.entries(SONGS)) {
    const body = JSON.stringify(song);
    const { url } = await serveTracks(() => ({ type: 'application/json', body }));
    await stationhouse.query(`update radio_stations set ${column} = $2 where station_slug = $1`, [
      slug,
      url,
    ]);
  }
}

/** Songs that have played before, in the programme of a station with one of its own. */
const PLAYED = [
  [SONGS.previous_track_data.title, SONGS.previous_track_data.artist],
  ['Paper Lanterns', 'Ida Brandt Trio'],
  ['Corner Table', 'The Folding Room'],
  ['Milk and Honey Road', 'Sunday Drivers'],
  ['Half Past Nine', 'Marlow & Quill'],
  ['Olive Branch', 'Stationhouse Ensemble'],
  ['The Long Way Round to Your Door', 'Harbour Lights Orchestra'],
  ['Blue Enamel', 'Ida Brandt Trio'],
] as const;

/** Answers for the last songs, each with a sleeve. */
async function answerPlayed(
  page: Page,
  { port }: Stationhouse,
  { brand, accent }: Brand,
): Promise<void> {
  const found = await fetch(`http://127.0.0.1:${port}/v1/stations/${brand}`);
  const { public_id } = (await found.json()) as { public_id: string };
  const station = stationIdIn(public_id) ?? '';
  const folder = '/covers/sleeve/played-';
  await page.route(new RegExp(folder), async (route) => {
    const [title, artist] = PLAYED[Number(/(\d+)\.svg$/.exec(route.request().url())?.[1])] ?? [];
    const body = sleeve({ accent, artist: artist ?? '', title: title ?? '', station });
    await route.fulfill({ contentType: 'image/svg+xml', body });
  });
  const data = PLAYED.map(([title, artist], number) => ({
    title,
    artist,
    cover: `${SITE}${folder}${number}.svg`,
    started_at: new Date(Date.now() - (number + 1) * 217_000).toISOString(),
  }));
  await page.route(/played-tracks/, (route) => route.fulfill({ json: { data } }));
}

/** The titles of a station whose first song begins in 24 seconds. @param cover its sleeve */
const firstMinute = (cover: string) => ({
  current: null,
  previous: null,
  next: {
    ...SONGS.current_track_data,
    cover,
    started_at: new Date(Date.now() + 24_000).toISOString(),
  },
  updated_at: new Date().toISOString(),
  stale: false,
});

const take = (page: Page, name: string, given: Partial<Parameters<typeof takePictures>[2]> = {}) =>
  takePictures(page, name, {
    screens: WINDOWS,
    before: () => page.waitForTimeout(300),
    ...given,
  });

for (const brand of BRANDS) {
  const named = (view: string) => `brand-${brand.brand}-${view}`;

  test(`pictures of the ${brand.brand} brand`, async ({ page, stationhouse }) => {
    await openBrand(page, stationhouse, brand);
    await playSongs(stationhouse, brand.brand);
    const parts = SHARE_PARTS.map((part) => `/share/${part}`);
    for (const path of brand.brand === 'neon' ? ['', '/sound', ...parts] : parts) {
      await page.goto(`${SITE}/members${path}`);
      await expect(page.getByRole('main').getByText('Loading...', { exact: true })).toHaveCount(0);
      if (path === '/share/website') {
        await expect(
          page.locator('station-player').getByRole('button', { name: 'Play' }),
        ).toBeVisible();
      }
      await page.waitForTimeout(1_000);
      await take(page, named(`members${path.replaceAll('/', '-')}`), { fullPage: true });
    }

    await page.goto(`${SITE}/${brand.brand}`);
    await expect(page.locator('.now .title')).not.toHaveText('Loading...');
    await button(page, 'Play').click();
    await expect(page.getByText('LIVE')).toBeVisible();
    await take(page, named('page'), { fullPage: true });
    await button(page, 'Share').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await take(page, named('share'));
    await page.keyboard.press('Escape');
    await answerPlayed(page, stationhouse, brand);
    await button(page, 'Last songs').click();
    await take(page, named('history'));
    // A browser with routes keeps nothing, and the screen without a network needs the fonts.
    await page.unrouteAll();

    const setTheme = (theme: string | null, shown = 'always') =>
      stationhouse.query(
        'update radio_stations set theme = $2, wall_message = $3 where station_slug = $1',
        [brand.brand, theme, JSON.stringify({ ...MESSAGE, shown })],
      );
    for (const theme of ['dark', 'light']) {
      await setTheme(theme);
      const walls = { screens: TV, schemes: ['light'] as const };
      await page.goto(`${SITE}/${brand.brand}/tv`);
      await button(page, 'Press OK to start').press('Enter');
      await expect(page.getByText('LIVE')).toBeVisible();
      await expect(page.getByText(MESSAGE.text)).toBeVisible();
      await take(page, named(`tv-${theme}`), walls);
      // The wall hides its controls after a while without a key or pointer.
      await expect(page.locator('html.alone')).toBeAttached({ timeout: 10_000 });
      await take(page, named(`tv-${theme}-alone`), walls);
      await take(page, named(`tv-${theme}-portrait`), {
        ...walls,
        screens: { 1080: { width: 1080, height: 1920 } },
      });
      await page.goto(`${SITE}/${brand.brand}/tv-static`);
      await take(page, named(`tv-static-${theme}`), walls);
    }
    await setTheme(null);

    await page.goto('http://localhost:8080/iframe');
    for (const theme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' });
      await page.setContent(presetsPage(brand, theme === 'dark' ? 'theme="dark"' : ''));
      await expect(page.locator('station-player[state]')).toHaveCount(4);
      await page.waitForTimeout(1_000);
      await take(page, named(`embeds-${theme}`), {
        screens: { 360: WINDOWS[360], 1440: WINDOWS[1440] },
        schemes: [theme === 'dark' ? 'dark' : 'light'],
        fullPage: true,
      });
    }

    await page.goto(`${SITE}/members/share/print`);
    await expect(page.locator('.table-card').first()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await take(page, named('table-cards-print'), {
      screens: { a4: { width: 794, height: 1123 } },
      schemes: ['light'],
    });
    await page.emulateMedia({ media: 'screen' });

    await takeFirstMinute(page, stationhouse, brand);
    await takeMissing(page, stationhouse, brand);

    // The same station before its first song: its page, and the form in which its look is chosen.
    await stationhouse.query(
      `update radio_stations set status = 'setup_pending', accent_colour = null where station_slug = $1`,
      [brand.brand],
    );
    await stationhouse.query(
      `update profiles set setup_form_submitted = false, setup_form_submitted_at = null where email = $1`,
      [`${brand.brand}@example.com`],
    );
    await page.goto(`${SITE}/members/sound?setup=form`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Name & voice' }).click();
    await dialog
      .getByText(brand.logo ? 'We found your colours' : 'JPG, PNG or GIF')
      .first()
      .scrollIntoViewIfNeeded();
    await take(page, named('setup'));
    await stationhouse.query(
      `update radio_stations set accent_colour = $2 where station_slug = $1`,
      [brand.brand, brand.accent],
    );
    await stationhouse.query(
      `update profiles set setup_form_submitted = true,
         setup_form_submitted_at = now() - interval '17 hours' where email = $1`,
      [`${brand.brand}@example.com`],
    );
    await page.goto(`${SITE}/${brand.brand}`);
    await expect(page.getByRole('link', { name: 'Tell me when it starts' })).toBeVisible();
    await take(page, named('coming'));
  });
}

/** A new station in the seconds before its first song: page, screen and Home. */
async function takeFirstMinute(
  page: Page,
  { port }: Stationhouse,
  { brand }: Brand,
): Promise<void> {
  const named = (view: string) => `brand-${brand}-first-minute-${view}`;
  const playing = await fetch(`http://127.0.0.1:${port}/v1/stations/${brand}/now-playing`);
  const { current } = (await playing.json()) as { current: { cover: string } };
  const answer = async (route: Route) => {
    const isStream = route.request().url().includes('/events');
    const body = JSON.stringify(firstMinute(current.cover));
    await route.fulfill({
      contentType: isStream ? 'text/event-stream' : 'application/json',
      body: isStream ? `event: now-playing\ndata: ${body}\n\n` : body,
    });
  };
  await page.route(/\/v1\/(stations\/[^/]+|me\/station)\/(events|now-playing)/, answer);
  await page.goto(`${SITE}/${brand}`);
  await expect(page.locator('.start-ring')).toBeVisible();
  await take(page, named('page'));
  await page.goto(`${SITE}/${brand}/tv`);
  await expect(page.locator('.start-ring')).toBeVisible();
  await take(page, named('tv'), { screens: TV });
  await page.goto(`${SITE}/members`);
  await expect(page.getByText('Coming first')).toBeVisible();
  await take(page, named('home'), { fullPage: true });
  await page.unroute(/\/v1\/(stations\/[^/]+|me\/station)\/(events|now-playing)/, answer);
}

/** The mail of the first air, the page without a network, and the page of no station. */
async function takeMissing(
  page: Page,
  stationhouse: Stationhouse,
  { brand, name }: Brand,
): Promise<void> {
  const email = `${brand}@example.com`;
  await stationhouse.query(
    `select graphile_worker.add_job('send_mail', json_build_object('message', 'station-live', 'to', $1::text,
       'station_url', $2::text, 'station_name', station_name, 'accent_colour', accent_colour,
       'station_logo_url', station_logo_url, 'logo_shape', logo_shape))
     from radio_stations where station_slug = $3`,
    [email, `${SITE}/${brand}`, brand],
  );
  await readMail(page, { to: email, subject: name });
  await page.goto(`${SITE}/dev/mailbox`);
  await page.getByRole('link').filter({ hasText: email }).filter({ hasText: name }).first().click();
  await page.goto(`${page.url()}/html`);
  await take(page, `brand-${brand}-mail`, { fullPage: true });

  await page.goto(`${SITE}/${brand}`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.reload();
  await expect
    .poll(() =>
      page.evaluate(
        (slug) => caches.match(`/${slug}/offline.html`, { ignoreSearch: true }).then(Boolean),
        brand,
      ),
    )
    .toBe(true);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
  await take(page, `brand-${brand}-offline`);
  await page.context().setOffline(false);
  // The page reloads automatically, which would end the next navigation.
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('You are offline');
  await page.goto(`${SITE}/no-${brand}`);
  await take(page, `brand-${brand}-not-found`);
}
