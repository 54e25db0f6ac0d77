import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { MEMBER_PAGES, PORTAL_PAGES } from '@stationhouse/platform-api/contract/site/pages';
import { TOTP } from 'otpauth';
import {
  addMember,
  choose,
  dialog,
  giveStation,
  newcomer,
  openAdmin,
  PASSWORD,
  search,
  signIn,
} from './admin-area.ts';
import { expect, test } from './fixtures.ts';
import { buildMp3 } from '../platform-api/test/mp3.ts';
import { fillLibrary } from './library.ts';
import { putOnAir } from './on-air.ts';
import { CARDS, moveOn, payWith } from './payments.ts';
import { takePictures as takeScreens } from './pictures.ts';
import type { Stationhouse } from './stationhouse.ts';
import {
  button,
  completePurchase,
  expectPaid,
  field,
  figure,
  fillCompany,
  goToSummary,
  openPlace,
  order,
  signUp,
  SITE,
} from './wizard.ts';

const WINDOWS = {
  360: { width: 360, height: 900 },
  768: { width: 768, height: 900 },
  1440: { width: 1440, height: 900 },
};

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
const takePictures = (page: Page, name: string, { fullPage = true } = {}): Promise<void> =>
  takeScreens(page, name, {
    screens: WINDOWS,
    fullPage,
    ...(fullPage && { before: () => lookDown(page) }),
  });

const hoursBefore = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);

/** The addresses of the demo's track data. */
const DEMO_TRACKS = {
  current_track_data: '/stream/demo/tracks/current',
  previous_track_data: '/stream/demo/tracks/previous',
  next_track_data: '/stream/demo/tracks/next',
};

/** Every page of the member's area but Home. @param state of the station, for the names of the files */
async function takeMemberPages(page: Page, state: string): Promise<void> {
  for (const path of MEMBER_PAGES) {
    if (path === '/members') continue;
    await page.goto(SITE + path);
    await expect(page.getByRole('main').getByText('Loading...', { exact: true })).toHaveCount(0);
    await takePictures(
      page,
      `members-${state}-${path.slice('/members/'.length).replaceAll('/', '-')}`,
    );
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
  await takeMemberPages(page, 'building');
  await page.goto(`${SITE}/members/billing`);
  await moveOn(page, stationhouse.paymentsUrl, 'A month');
  await page.reload();
  await expect(page.getByText('Past due')).toBeVisible();
  await takePictures(page, 'members-billing-unpaid');
});

test('pictures of the journey to a station on air, and of the member’s area after it', async ({
  page,
  stationhouse,
}) => {
  const member = await addMember(stationhouse, { email: 'journey@example.com', last_name: 'Bell' });
  await stationhouse.query(
    `update profiles set setup_form_submitted = true, station_name_request = 'Lantern Lane Radio',
       setup_form_submitted_at = now() - interval '7 hours', radio_id_texts = array['Hello.']
     where user_id = (select id from users where email = $1)`,
    [member.email],
  );
  await giveStation(stationhouse, member.email, {
    station_slug: 'lantern-lane',
    station_name: 'Lantern Lane Radio',
    package_price: 29_900,
    purchased_at: hoursBefore(8),
    stream_url: '/stream/demo',
  });
  await signIn(page, member);
  await expect(page.getByText('left of the 48 hours')).toBeVisible();
  await takePictures(page, 'members-journey');
  await stationhouse.query(
    `update radio_stations set status = 'active', current_track_data = '/stream/demo/tracks/current',
       previous_track_data = '/stream/demo/tracks/previous', next_track_data = '/stream/demo/tracks/next'
     where station_slug = 'lantern-lane'`,
  );
  await page.reload();
  await expect(page.getByText('Play it everywhere')).toBeVisible();
  await page.waitForTimeout(1_000);
  await takePictures(page, 'members-live');
  await takeMemberPages(page, 'live');
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
  await openPlace(page, 'Billing');
  await button(page, 'Continue after the trial').first().click();
  await expect(figure(page, 'Next payment')).toBeVisible();

  for (const [name, from] of [
    ['Professional', 'larger'],
    ['Starter', 'smaller'],
  ] as const) {
    await page.goto(`${SITE}/members/billing?change=package`);
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
  await takePictures(page, 'members-billing-cancelled');
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

test('pictures of a second factor', async ({ page, stationhouse }) => {
  const member = await addMember(stationhouse, {
    email: 'factor@example.com',
    last_name: 'Turing',
  });
  const take = (name: string) => takePictures(page, `factor-${name}`, { fullPage: false });
  const openFactors = async () => {
    await page.goto(`${SITE}/members/account`);
    await page.getByText('Second factor', { exact: true }).click();
  };
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signIn(page, member);
  await openFactors();
  await button(page, 'Set up an app').click();
  await field(page, 'Your password').fill(member.password);
  await take('password');
  await button(page, 'Continue').click();
  await page.getByText('You can’t scan it? Type this key').click();
  await field(page, 'Code').fill('000000');
  await button(page, 'Turn on').click();
  await expect(page.getByText('The code is not valid')).toBeVisible();
  await take('app');
  const secret = (await page.locator('[role=dialog] code').innerText()).replaceAll(/\s/g, '');
  await field(page, 'Code').fill(new TOTP({ secret }).generate());
  await button(page, 'Turn on').click();
  await expect(page.locator('[role=dialog] li')).toHaveCount(10);
  await take('codes');
  await button(page, 'Done').click();
  await button(page, 'Add a passkey').click();
  await field(page, 'Name').fill('The laptop at the counter of the Counting House in Lamp Street');
  await take('passkey');
  await button(page, 'Create passkey').click();
  await expect(page.getByText('The laptop at the counter').first()).toBeVisible();
  await openFactors();
  await takePictures(page, 'factor-list');

  await button(page, 'Sign Out').first().click();
  await page.goto(`${SITE}/login`);
  await field(page, 'Email').fill(member.email);
  await field(page, 'Password').fill(member.password);
  await expect(page.locator('main button[type=submit]')).toBeVisible();
  await button(page, 'Sign in').click();
  await button(page, 'Use a code instead').click();
  await take('prompt');
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
    // A station that was bought days ago still waits for its setup form.
    const hasForm = status !== 'setup_pending' || hoursAgo < 48;
    await stationhouse.query(
      `update profiles set company_name = $2, setup_form_submitted = $3,
         setup_form_submitted_at = case when $3 then now() end,
         radio_id_texts = array['You are listening to us.']
       where user_id = (select id from users where email = $1)`,
      [email, company, hasForm],
    );
    await giveStation(stationhouse, email, {
      station_slug: email.replace(/@.*/, ''),
      station_name: company,
      status,
      package_name: packageName,
      package_price: 29_900,
      vat_amount: 12_960,
      total_amount: 77_760,
      purchased_at: hoursBefore(hoursAgo),
      stream_url: '/stream/demo',
      ...DEMO_TRACKS,
    });
  }
}

/** A station without sound and titles goes live only after a question. */
async function takeQuestionOfSilence(page: Page, stationhouse: Stationhouse): Promise<void> {
  await stationhouse.query(
    `update radio_stations set stream_url = null, current_track_data = null
     where station_slug = 'schreiber'`,
  );
  await choose(page, 'Alan Schreiber', 'Edit');
  const edit = dialog(page, 'Edit Customer Data');
  await expect(field(page, 'Station URL')).toHaveValue('schreiber');
  await edit.getByLabel('Status').selectOption('active');
  await button(page, 'Save changes').click();
  await expect(page.getByRole('alertdialog')).toBeVisible({ timeout: 40_000 });
  await takePictures(page, 'admin-silent', { fullPage: false });
}

/** The checklist of what a package has besides the station. */
async function takeChecklist(page: Page): Promise<void> {
  await choose(page, 'Alan Okonkwo', 'View');
  await page.getByText('Native apps', { exact: true }).scrollIntoViewIfNeeded();
  await takePictures(page, 'admin-checklist', { fullPage: false });
  await page.keyboard.press('Escape');
  await choose(page, 'Alan Okonkwo', 'Edit');
  await page.getByLabel('Native apps').selectOption('delivered');
  await button(page, 'Save changes').click();
  await expect(page.getByText('Enter the link of an app that was delivered.')).toBeVisible();
  await takePictures(page, 'admin-delivered', { fullPage: false });
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

  await page.goto(`${SITE}/admin/history`);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await takePictures(page, 'admin-history');
  await page.goto(`${SITE}/admin/stations`);
  await choose(page, 'Alan Marlow', 'View');
  await page.getByRole('link', { name: 'Speak the radio IDs' }).click();
  await button(page, 'Speak Radio ID 1').click();
  await expect(button(page, 'Accept Radio ID 1')).toBeVisible({ timeout: 40_000 });
  await takePictures(page, 'admin-radio-ids', { fullPage: false });
  for (const take of [takeChecklist, takeQuestionOfSilence]) {
    await page.goto(`${SITE}/admin/stations`);
    await take(page, stationhouse);
  }
  await page.goto(`${SITE}/admin/stations`);
  await search(page, 'nobody has this name');
  await expect(page.getByText('No customers match')).toBeVisible();
  await takePictures(page, 'admin-empty');
});

/** A folder of one song and one letter that pretends to be one. */
async function somethingToSend(): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'music-')), 'Harbour');
  await mkdir(folder);
  await writeFile(
    join(folder, '01 A rather long title about the harbour.mp3'),
    buildMp3({ seconds: 9 }),
  );
  await writeFile(join(folder, 'Letter.mp3'), 'Dear Ada');
  await writeFile(join(folder, 'cover.jpg'), 'picture');
  return folder;
}

test('pictures of the library', async ({ browser, stationhouse }) => {
  const page = await openAdmin(browser);
  await page.goto(`${SITE}/admin/library`);
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
  await takePictures(page, 'music-empty');
  await page.goto(`${SITE}/admin/playlists`);
  await expect(page.getByText('No playlists yet')).toBeVisible();
  await takePictures(page, 'playlists-empty');

  await page.goto(`${SITE}/admin/library/add`);
  await expect(page.getByRole('heading', { level: 1, name: 'Add music' })).toBeVisible();
  await takePictures(page, 'add-music');
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Choose a folder').click();
  await (await chooser).setFiles(await somethingToSend());
  await expect(page.getByText('This is not an audio file').first()).toBeVisible({
    timeout: 90_000,
  });
  await takePictures(page, 'add-music-sent');
  await page.context().setOffline(true);
  await takePictures(page, 'add-music-offline');
  await page.context().setOffline(false);

  await fillLibrary(stationhouse);
  await page.goto(`${SITE}/admin/library`);
  const rows = page.getByRole('grid', { name: 'Tracks' }).locator('[data-place]');
  await expect(rows).toHaveCount(100);
  await takePictures(page, 'music', { fullPage: false });
  await rows.nth(1).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Space');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('2 selected')).toBeVisible();
  await takePictures(page, 'music-selected', { fullPage: false });
  await button(page, 'Edit tags').click();
  await expect(dialog(page, 'Edit tags of 2 tracks')).toBeVisible();
  await takePictures(page, 'music-bulk', { fullPage: false });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await rows.nth(3).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('-16.0 LUFS');
  await takePictures(page, 'music-track', { fullPage: false });
  await page.goto(`${SITE}/admin/library?search=nothing+like+this`);
  await expect(page.getByText('No tracks match')).toBeVisible();
  await takePictures(page, 'music-no-match');

  await page.goto(`${SITE}/admin/playlists`);
  await button(page, 'New playlist').first().click();
  const create = dialog(page, 'New playlist');
  await create.getByRole('textbox', { name: 'Name' }).fill('Calm jazz');
  await create.getByLabel('Genres').selectOption('Jazz');
  await expect(create.getByText(/^\d+ tracks, /)).toBeVisible();
  await takePictures(page, 'playlist-new', { fullPage: false });
  await button(page, 'Create').click();
  await expect(page.getByRole('heading', { name: 'Calm jazz' })).toBeVisible();
  await page.getByLabel('Genres', { exact: true }).selectOption('Soul');
  await button(page, 'Save as a new version').click();
  await expect(page.getByText('Version 2', { exact: true }).first()).toBeVisible();
  await takePictures(page, 'playlist-rule');
  await page.goto(`${SITE}/admin/playlists`);
  await button(page, 'New playlist').first().click();
  await create.getByRole('textbox', { name: 'Name' }).fill('Opening hour');
  await create.getByLabel('Tracks', { exact: true }).selectOption('hand');
  await button(page, 'Create').click();
  await page.getByRole('searchbox').fill('blue hour');
  const found = page.getByRole('list', { name: 'Tracks found' }).getByRole('button');
  for (const place of [0, 1, 2]) await found.nth(place).click();
  await takePictures(page, 'playlist-hand');
  await page.goto(`${SITE}/admin/playlists`);
  await expect(page.getByText('Calm jazz').first()).toBeVisible();
  await takePictures(page, 'playlists');
});

test('pictures of a schedule, and of the member’s programme', async ({ browser, stationhouse }) => {
  const page = await putOnAir(browser, stationhouse, {
    slug: 'lantern',
    name: 'Lantern Café Radio',
  });
  await takePictures(page, 'schedule');
  await page.getByRole('tab', { name: 'History' }).click();
  await takePictures(page, 'schedule-history');
  const member = await newcomer(browser);
  await signIn(member, { email: 'lantern@example.com', password: PASSWORD });
  await member.goto(`${SITE}/members/programme`);
  await expect(member.getByText(/^Now, /)).toBeVisible({ timeout: 60_000 });
  await takePictures(member, 'programme');
  await member.getByRole('tab', { name: 'Play log' }).click();
  await takePictures(member, 'programme-log');
});

test('pictures of the setup form, its wishes in the admin area, and messages', async ({
  page,
  browser,
  stationhouse,
}) => {
  await stationhouse.query('delete from rate_limits');
  const email = 'wishes@example.com';
  const member = await addMember(stationhouse, { email, last_name: 'Wish' });
  await giveStation(stationhouse, email, {
    station_slug: 'wishes',
    station_name: 'Harbour Café Radio',
  });
  await signIn(page, member);
  await page.goto(`${SITE}/members/sound`);
  await button(page, 'Open setup form').click();
  const form = dialog(page, 'Set up your station');
  const take = (name: string, at = page) => takePictures(at, name, { fullPage: false });
  await expect(form.getByRole('button', { name: 'Split the day' })).toBeVisible();
  await take('setup-music-empty');
  for (const mood of [/^Warm/, /^Cool/, /^Bright/]) await form.getByText(mood).first().click();
  await button(page, 'Split the day').click();
  await form.getByRole('slider').nth(1).press('ArrowRight');
  await take('setup-music');
  await field(page, 'Who comes in?').fill('Parents with prams in the morning, students after two');
  await button(page, 'Add hours').click();
  await field(page, 'Artists and words').fill('Wham!, Last Christmas, Despacito');
  await button(page, 'Add').click();
  await form.getByText('Never', { exact: true }).click();
  await take('setup-music-end');
  await button(page, 'Continue').click();
  await button(page, 'Continue').click();
  await button(page, 'Submit setup').click();
  await expect(page.getByText('Please enter a name for your station.')).toBeVisible();
  await take('setup-voice-fault');
  await field(page, 'Station name').fill('Harbour Café Radio');
  await button(page, 'Use: “Harbour Café Radio. Good to have you here.”').click();
  await take('setup-voice');
  await form.getByText('How often should your name be heard?').scrollIntoViewIfNeeded();
  await take('setup-voice-end');
  await form.getByRole('button', { name: 'Announcements' }).click();
  await take('setup-announcements');
  await button(page, 'Submit setup').click();
  await expect(page.getByText('Setup Information Submitted', { exact: true })).toBeVisible();
  await page.goto(`${SITE}/members`);
  await field(page, 'Your message').fill('Could we have more jazz before noon?');
  await button(page, 'Send').click();
  await expect(page.getByText(/^You · /)).toBeVisible();

  const admin = await openAdmin(browser);
  await admin.goto(`${SITE}/admin`);
  await expect(admin.getByRole('link', { name: 'Answer Alan Wish' })).toBeVisible();
  await takePictures(admin, 'admin-waiting');
  await admin.getByRole('link', { name: 'Build the station of Alan Wish' }).click();
  await expect(admin.getByText('1 line.', { exact: true })).toBeVisible({ timeout: 90_000 });
  await takePictures(admin, 'build');
  await admin.goto(`${SITE}/admin/messages`);
  await admin.getByRole('link', { name: 'Alan Wish' }).first().click();
  const thread = dialog(admin, 'Messages');
  await thread
    .getByRole('textbox', { name: 'Your message' })
    .fill('Of course.\nListen tomorrow from seven, and tell us how you like it.');
  await thread.getByRole('button', { name: 'Send' }).click();
  await expect(thread.getByText('Listen tomorrow')).toBeVisible();
  await take('admin-messages', admin);
  await thread.getByRole('button', { name: 'Customer details' }).click();
  await button(admin, 'Edit').click();
  await expect(dialog(admin, 'Edit Customer Data').getByText('Parents with prams')).toBeAttached();
  await take('admin-edit-wishes', admin);
  await page.reload();
  await expect(page.getByText('Listen tomorrow')).toBeVisible();
  await page.getByText('Listen tomorrow').scrollIntoViewIfNeeded();
  await take('members-messages');
});

/** Two years of listeners who come with breakfast, lunch and the evening, most of them on Fridays and Saturdays. */
async function fillHours(stationhouse: Stationhouse, slug: string, most: number): Promise<void> {
  await stationhouse.query(
    `insert into listening_hours (station_id, hour, player, country, seconds, sessions)
     select s.id, hour, player, '', (3600 * $2::float8 * part * daily * weekly * (0.7 + 0.3 * random()))::int, 3
     from radio_stations s,
       generate_series(date_trunc('hour', now()) - interval '700 days', date_trunc('hour', now()), '1 hour') hour,
       (values ('page', 0.5), ('wall', 0.25), ('embed', 0.15), ('stream', 0.08), ('hls', 0.02)) kind (player, part),
       lateral (select greatest(0.02, sin((extract(hour from hour) - 6) / 18 * pi())) as daily,
         case when extract(isodow from hour) in (5, 6) then 1.0 when extract(isodow from hour) = 7 then 0.4 else 0.7 end as weekly
       ) shape
     where station_slug = $1`,
    [slug, most],
  );
  await stationhouse.query(
    `insert into listening_peaks (station_id, hour, listeners)
     select station_id, hour, max(sessions) * 3 from listening_hours
     where station_id = (select id from radio_stations where station_slug = $1) group by 1, 2`,
    [slug],
  );
}

test('pictures of listeners and their hours, for a member and for admins', async ({
  page,
  browser,
  stationhouse,
}) => {
  const member = await addMember(stationhouse, { email: 'hours@example.com', last_name: 'Clock' });
  await giveStation(stationhouse, member.email, {
    station_slug: 'clockwork',
    station_name: 'Clockwork Coffee Radio',
    status: 'active',
    package_name: 'Starter',
    stream_url: '/stream/demo',
  });
  await signIn(page, member);
  await expect(page.getByText('Ready for your first listener')).toBeVisible();
  await takePictures(page, 'members-listeners-none');
  await fillHours(stationhouse, 'clockwork', 30);
  await page.reload();
  await expect(page.getByText('Last 30 days')).toBeVisible();
  await lookDown(page);
  await expect(page.getByText('Where people listen')).toBeVisible();
  await takePictures(page, 'members-listeners');
  await page.getByText('Show as a table').first().click();
  await page.getByRole('tab', { name: '2 years' }).click();
  await takePictures(page, 'members-listeners-years');
  await page.getByText('Show as a table').first().click();
  await stationhouse.query(
    `insert into listening_sessions (station_id, session_id, hour, player, country, began_at, total, has_ended)
     select s.id, gen_random_uuid(), date_trunc('hour', now()), (array['page', 'wall', 'embed'])[1 + n % 3], '',
       date_trunc('hour', now()) + make_interval(secs => n * 7), n * n, true
     from radio_stations s, generate_series(1, 59) n where station_slug = 'clockwork'`,
  );
  await page.getByText('Show the sessions of a day').click();
  await expect(page.getByRole('table', { name: 'Sessions of the day' })).toBeVisible();
  await takePictures(page, 'members-sessions');

  for (const [slug, most, name] of [
    ['busy', 60, 'Busy Bakery Radio'],
    ['quiet', 0.4, 'Quiet Corner'],
  ] as const) {
    await stationhouse.addStation({ slug, name });
    await fillHours(stationhouse, slug, most);
  }
  await stationhouse.query(
    `insert into listening_now (replica_id, station_id, listeners, seen_at)
     select gen_random_uuid(), id, 12, now() + interval '1 hour' from radio_stations where station_slug in ('busy', 'clockwork')`,
  );
  const admin = await openAdmin(browser);
  await admin.goto(`${SITE}/admin/listening`);
  await expect(admin.getByRole('link', { name: 'Busy Bakery Radio' }).first()).toBeVisible();
  await takePictures(admin, 'admin-listening');
});
