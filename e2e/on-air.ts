import type { Browser, Page } from '@playwright/test';
import { addMember, dialog, openAdmin } from './admin-area.ts';
import { expectAccessible } from './accessible.ts';
import { expect } from './fixtures.ts';
import { fillLibrary } from './library.ts';
import type { Stationhouse } from './stationhouse.ts';
import { button, field, SITE } from './wizard.ts';

/** The names of parts of the day that are cut off in the week. */
const cutNames = (page: Page): Promise<(string | null)[]> =>
  page
    .locator('[data-day] > span')
    .evaluateAll((parts) =>
      parts
        .filter(
          ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
            scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1,
        )
        .map(({ textContent }) => textContent),
    );

/**
 * Puts a new customer's station on air as an admin does. The customer has sent the setup form. The admin makes a playlist
 * of the whole library, fills the week for a café, waits for the preview, and publishes.
 */
export async function putOnAir(
  browser: Browser,
  stationhouse: Stationhouse,
  { slug, name }: { slug: string; name: string },
): Promise<Page> {
  await fillLibrary(stationhouse);
  // Enough artists for the usual separation.
  await stationhouse.query(`update library_tracks set artist = 'The Artist ' || year % 40`);
  const email = `${slug}@example.com`;
  await addMember(stationhouse, { email, last_name: 'Lantern' });
  await stationhouse.query(
    `update profiles set setup_form_submitted = true, setup_form_submitted_at = now()
     where user_id = (select id from users where email = $1)`,
    [email],
  );
  await stationhouse.query(
    `insert into radio_stations (id, user_id, status, station_slug, station_name, package_name,
       purchased_at)
     select gen_random_uuid(), id, 'setup_pending', $2, $3, 'Starter', now()
     from users where email = $1`,
    [email, slug, name],
  );
  const page = await openAdmin(browser);
  await page.goto(`${SITE}/admin/playlists`);
  await button(page, 'New playlist').first().click();
  await field(page, 'Name').fill(`All day at ${name}`);
  await dialog(page, 'New playlist').getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name: `All day at ${name}` })).toBeVisible();

  await page.goto(`${SITE}/admin`);
  await page.getByRole('link', { name: 'Build the station of Alan Lantern' }).click();
  await page.getByRole('link', { name: 'Full schedule' }).click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  await page
    .getByRole('combobox', { name: 'Fill the week for an industry' })
    .selectOption({ label: 'Café' });
  await expect(page.getByText('Every day 06:00–11:00')).toBeVisible();
  expect(await cutNames(page)).toEqual([]);
  await expect(page.getByText('Ready to publish')).toBeVisible({ timeout: 30_000 });
  await expect(
    page.getByRole('list', { name: 'Items' }).getByRole('listitem').first(),
  ).toBeVisible();
  await expectAccessible(page);

  // The customer has asked for radio IDs, and nobody has had them spoken.
  await button(page, 'Put on air without radio IDs…').click();
  const publish = dialog(page, 'Put on air');
  await expectAccessible(page);
  await publish.getByRole('button', { name: 'Put on air without radio IDs' }).click();
  await expect(publish).toBeHidden({ timeout: 30_000 });
  return page;
}
