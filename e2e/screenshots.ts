import type { Page } from '@playwright/test';
import { PORTAL_PAGES } from '@stationhouse/platform-api/contract/pages';
import { addMember, choose, dialog, openAdmin, search } from './admin-area.ts';
import { expect, test } from './fixtures.ts';
import { CARDS, moveOn, payWith } from './payments.ts';
import type { Stationhouse } from './stationhouse.ts';
import {
  button,
  completePurchase,
  expectPaid,
  field,
  figure,
  fillCompany,
  goToSummary,
  order,
  signUp,
  SITE,
} from './wizard.ts';

const WIDTHS = [360, 768, 1440];
const SCHEMES = ['light', 'dark'] as const;
const FOLDER = process.env['SCREENSHOTS'] ?? 'screenshots';

/** Scrolls down, since some content is fetched only once it is visible. */
async function lookDown(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let at = 0; at < document.body.scrollHeight; at += innerHeight) {
      scrollTo(0, at);
      await new Promise((done) => setTimeout(done, 150));
    }
    scrollTo(0, 0);
  });
  await page.waitForTimeout(500);
}

/**
 * Pictures of a page, at every width, light and dark.
 * @param fullPage false: only the window, for dialogs
 */
async function takePictures(
  page: Page,
  name: string,
  { fullPage = true }: { fullPage?: boolean } = {},
): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      if (fullPage) await lookDown(page);
      await page.screenshot({
        path: `${FOLDER}/${name}-${width}-${colorScheme}.png`,
        fullPage,
      });
    }
  }
}

test('pictures of every page at three widths, light and dark', async ({ page }) => {
  for (const path of [...PORTAL_PAGES, '/no/such/page']) {
    await page.goto(`http://localhost:8000${path}`);
    await takePictures(page, path === '/' ? 'home' : path.slice(1).replaceAll('/', '-'));
  }
});

test('pictures of buying a station, and of the dashboard', async ({ page, stationhouse }) => {
  const what = {
    packageName: 'Professional',
    email: 'pictures@example.com',
    country: 'United Kingdom',
  } as const;
  await signUp(page, stationhouse, what);
  await takePictures(page, 'buy-company');
  await button(page, 'Continue to summary').click();
  await takePictures(page, 'buy-company-faults');
  await button(page, 'Back').click();
  await expect(button(page, 'Continue with Professional')).toBeVisible();
  await takePictures(page, 'buy-package');

  await page.goto('http://localhost:8000/members');
  await expect(page.getByText('You have no station yet')).toBeVisible();
  await takePictures(page, 'members-no-station');

  await page.goBack();
  await button(page, 'Continue with Professional').click();
  await fillCompany(page, what);
  await goToSummary(page);
  await expect(button(page, 'Complete Purchase')).toBeVisible();
  await takePictures(page, 'buy-summary');
  const checkout = await completePurchase(page);
  await takePictures(checkout, 'sandbox-checkout');
  await takePictures(page, 'buy-payment-page');
  await page.goto('http://localhost:8000/members');
  await expect(page.getByText('Your station is waiting for you')).toBeVisible();
  await takePictures(page, 'members-open-purchase');

  await payWith(checkout, CARDS.failsNextMonth);
  await expectPaid(page);
  await takePictures(page, 'members-paid');
  await moveOn(page, stationhouse.paymentsUrl, 'A month');
  await page.reload();
  await expect(page.getByText('Past due')).toBeVisible();
  await takePictures(page, 'members-unpaid');
});

test('pictures of a trial, of a change of package and of a cancellation', async ({
  page,
  stationhouse,
}) => {
  const what = {
    packageName: 'Starter',
    email: 'trial@example.com',
    country: 'Germany',
    vatNumber: 'DE136695976',
  } as const;
  const asked = page.getByRole('dialog', { name: 'Change your package' });
  const question = page.getByRole('alertdialog');
  await order(page, stationhouse, what);
  await page.getByRole('checkbox', { name: 'Try it for a month' }).check();
  await takePictures(page, 'buy-trial');
  const checkout = await completePurchase(page);
  await payWith(checkout, CARDS.pays);
  await expectPaid(page);
  await takePictures(page, 'members-trial');
  await button(page, 'Send the email again').click();
  await expect(page.getByText('Email sent')).toBeVisible();
  await takePictures(page, 'members-toast', { fullPage: false });
  await button(page, 'Continue after the trial').first().click();
  await expect(figure(page, 'Next payment')).toBeVisible();

  for (const [name, from] of [
    ['Professional', 'larger'],
    ['Starter', 'smaller'],
  ] as const) {
    await page.goto(`${SITE}/members?change=package`);
    await asked.getByRole('radio', { name }).check();
    await expect(asked.getByRole('button', { name: /^(Pay €|Change on)/ })).toBeVisible();
    await takePictures(page, `change-package-${from}`, { fullPage: false });
    await asked.getByRole('button', { name: /^(Pay €|Change on)/ }).click();
    await expect(asked).toBeHidden();
  }
  await button(page, 'Cancel subscription').click();
  await expect(question).toBeVisible();
  await takePictures(page, 'cancel', { fullPage: false });
  await question.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(figure(page, 'Cancelled')).toBeVisible();
  await takePictures(page, 'members-cancelled');
});

test('pictures of stations that are coming or unknown, of links to apps, and of the API reference', async ({
  page,
  stationhouse,
}) => {
  const coming = { slug: 'coming', name: 'Lantern Lane Radio' };
  await stationhouse.addStation(coming);
  await stationhouse.query(
    `update radio_stations set status = 'setup_pending', purchased_at = now() where station_slug = $1`,
    [coming.slug],
  );
  await stationhouse.addStation({ slug: 'apps', name: 'Harbour Gym Radio' });
  await stationhouse.query(
    `update radio_stations set app_store_url = 'https://apps.apple.com/app/id1234567890',
       google_play_url = 'https://play.google.com/store/apps/details?id=com.example.radio'
     where station_slug = 'apps'`,
  );
  for (const [path, name] of [
    ['/coming', 'coming'],
    ['/coming?embed=true', 'coming-embed'],
    ['/coming/tv', 'coming-tv'],
    ['/no-such-station', 'unknown'],
    ['/apps', 'apps'],
    ['/apps?embed=true', 'apps-embed'],
    ['/docs', 'api-reference'],
  ] as const) {
    await page.goto(SITE + path);
    await page.waitForTimeout(2_000);
    await takePictures(page, `station-${name}`, { fullPage: false });
  }
});

/** Adds customers of the admin area, each with a station in a different state. */
async function addCustomers(stationhouse: Stationhouse): Promise<void> {
  const customers = [
    ['Marlow', 'The Counting House', 'Professional', 'setup_pending', 20],
    ['Quillfeather', 'Lantern Lane Bakery & Café', 'Starter', 'setup_pending', 60],
    ['Okonkwo', 'Harbour Gym', 'Enterprise', 'active', 300],
    ['Schreiber', 'Hotel Abendrot', 'Professional', 'inactive', 900],
    ['Turner', 'Turner & Daughters Supermarkets (Northern England)', 'Starter', 'suspended', 1_200],
  ] as const;
  for (const [last_name, company, packageName, status, hoursAgo] of customers) {
    const email = `${last_name.toLowerCase()}@example.com`;
    await addMember(stationhouse, { email, last_name });
    await stationhouse.query(
      `update profiles set company_name = $2, setup_form_submitted = true,
         setup_form_submitted_at = now(), radio_id_texts = array['You are listening to us.']
       where user_id = (select id from users where email = $1)`,
      [email, company],
    );
    await stationhouse.query(
      `insert into radio_stations (id, user_id, status, station_slug, station_name, package_name,
         package_price, vat_amount, total_amount, purchased_at, stream_url)
       select gen_random_uuid(), id, $2, split_part(email, '@', 1), $3, $4, 29900, 12960, 77760,
         now() - make_interval(hours => $5::int), '/stream/demo'
       from users where email = $1`,
      [email, status, company, packageName, hoursAgo],
    );
  }
}

test('pictures of the admin area', async ({ browser, stationhouse }) => {
  await addCustomers(stationhouse);
  const page = await openAdmin(browser);
  await expect(button(page, 'Actions for Alan Marlow')).toBeVisible();
  await takePictures(page, 'admin');
  const dialogs = [
    { act: 'View', title: 'Customer Details' },
    { act: 'Edit', title: 'Edit Customer Data' },
    { act: 'Send password reset', title: 'Send a password reset email?' },
    { act: 'Make admin', title: 'Make Alan Marlow an admin?' },
    { act: 'Delete', title: 'Delete this customer?' },
  ];
  for (const { act, title } of dialogs) {
    await choose(page, 'Alan Marlow', act);
    await expect(dialog(page, title)).toBeVisible();
    if (act === 'Edit') {
      await button(page, 'Check before going live').click();
      await expect(page.getByText('No problems found.')).toBeVisible({ timeout: 40_000 });
    }
    await takePictures(page, `admin-${act.toLowerCase().replaceAll(' ', '-')}`, {
      fullPage: false,
    });
    await page.keyboard.press('Escape');
    await expect(dialog(page, title)).toBeHidden();
  }

  await choose(page, 'Alan Marlow', 'Edit');
  await field(page, 'Setup notes').fill(`Jazz before noon. ${'Then a little soul. '.repeat(12)}`);
  await field(page, 'Company name').fill('The Counting House Ltd');
  await button(page, 'Save changes').click();
  await expect(page.getByText('User Updated')).toBeVisible();
  await choose(page, 'Alan Marlow', 'History');
  await expect(dialog(page, 'History').getByRole('listitem')).toHaveCount(1);
  await takePictures(page, 'admin-history-of-one', { fullPage: false });
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(dialog(page, 'Undo this change?')).toBeVisible();
  await takePictures(page, 'admin-undo', { fullPage: false });

  await page.goto(`${SITE}/admin`);
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(1);
  await takePictures(page, 'admin-history');
  await page.goto(`${SITE}/admin`);
  await search(page, 'nobody has this name');
  await expect(page.getByText('No customers match')).toBeVisible();
  await takePictures(page, 'admin-empty');
});
