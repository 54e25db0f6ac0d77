import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { giveEar, hear, SILENCE } from './hearing.ts';
import type { Stationhouse } from './stationhouse.ts';
import { button, signUp, SITE } from './wizard.ts';

/** The steps from sign-up to a station on air take long on a busy machine. */
test.describe.configure({ timeout: 120_000 });

/** Opens the dashboard of a member whose station is being built. */
async function openDashboard(
  page: Page,
  stationhouse: Stationhouse,
  { email, slug }: { email: string; slug: string },
): Promise<void> {
  await signUp(page, stationhouse, { packageName: 'Starter', email, country: 'United Kingdom' });
  await stationhouse.query(
    `insert into radio_stations (id, user_id, status, station_slug, station_name, package_name)
     select gen_random_uuid(), id, 'setup_pending', $2, 'The Counting House', 'Starter'
     from users where email = $1`,
    [email, slug],
  );
  await page.goto(`${SITE}/members`);
  await expect(page.getByText('In Progress', { exact: true })).toBeVisible();
}

/** The change that an admin makes. */
const goLive = ({ query }: Stationhouse, slug: string): Promise<void> =>
  query(
    `update radio_stations set status = 'active', stream_url = '/stream/demo',
       current_track_data = '/stream/demo/tracks/current' where station_slug = $1`,
    [slug],
  );

const live = (page: Page) => page.getByRole('main').getByText('Live', { exact: true });

test('the open dashboard turns to Live when the station goes on air', async ({
  page,
  stationhouse,
}) => {
  await openDashboard(page, stationhouse, { email: 'live@example.com', slug: 'goes-live' });
  await expect(page.getByText('Available when your station goes live')).toBeVisible();
  let loads = 0;
  page.on('load', () => (loads += 1));
  await goLive(stationhouse, 'goes-live');
  await expect(live(page)).toBeVisible();
  await expect(page.getByText('Available when your station goes live')).toBeHidden();
  await expect(page.getByRole('main')).toContainText('Now playing');
  expect(loads).toBe(0);
});

test('a new address opens the station and the old one redirects to it', async ({
  page,
  stationhouse,
}) => {
  await openDashboard(page, stationhouse, { email: 'moves@example.com', slug: 'before-it-moved' });
  await goLive(stationhouse, 'before-it-moved');
  await expect(live(page)).toBeVisible();
  await button(page, 'Edit URL').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('10 changes left');
  await dialog.getByRole('textbox').fill('The Tally Room');
  await expect(dialog.getByRole('textbox')).toHaveValue('thetallyroom');
  await button(page, 'Update URL').click();
  await expect(page.getByText('URL Updated', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: `${SITE}/thetallyroom` })).toBeVisible();
  await page.goto(`${SITE}/before-it-moved`);
  expect(page.url()).toBe(`${SITE}/thetallyroom`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('The Counting House');
});

test('the embed card’s code plays on a page of another origin', async ({ page, stationhouse }) => {
  await openDashboard(page, stationhouse, { email: 'embeds@example.com', slug: 'embedded' });
  await goLive(stationhouse, 'embedded');
  for (const way of ['Script tag', 'Web component', 'Iframe']) {
    await page.getByRole('tab', { name: way }).click();
    // By its name: the panel before it stays for a moment.
    const code = page.getByRole('tabpanel', { name: way }).locator('pre');
    await expect(code).toContainText('embedded');
    const site = await page.context().newPage();
    await giveEar(site, { crossOrigin: way !== 'Iframe' });
    await site.goto('http://localhost:8080/');
    const pasted = await code.innerText();
    await site.evaluate((html) => {
      document.open();
      document.write(html);
      document.close();
    }, `<!doctype html><title>A customer</title><body>${pasted}</body>`);
    const player = way === 'Iframe' ? site.frameLocator('iframe') : site;
    await player.getByRole('button', { name: 'Play' }).click();
    const place = way === 'Iframe' ? (site.frames()[1] ?? site) : site;
    await expect.poll(async () => (await hear(place))?.loudness ?? 0).toBeGreaterThan(SILENCE);
    await site.close();
  }
});
