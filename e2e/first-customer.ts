import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser, type Page } from '@playwright/test';
import { buildPng } from '../platform-api/test/pictures.ts';
import { chromiumOptions, expect } from './fixtures.ts';
import { giveEar, hear, SILENCE } from './hearing.ts';
import { choose, showStep } from './member-journey.ts';
import { CARDS, payWith } from './payments.ts';
import { startStationhouse, type Stationhouse } from './stationhouse.ts';
import { button, completePurchase, field, fillCompany, goToSummary, SITE, step } from './wizard.ts';

const run = promisify(execFile);

/** The first customer of an installation. */
const CUSTOMER = {
  email: 'grace@morgenrot.example',
  password: 'a long walk by the sea',
  country: 'United Kingdom',
  packageName: 'Starter',
} as const;

/** The wish of a customer for the texts of the radio IDs. */
export const TWO_LINES = [
  'You are listening to Kaffeehaus Morgenrot.',
  'Kaffeehaus Morgenrot. Good to have you here.',
];

/** The name that is asked for; the company is called differently (wizard.ts). */
export const STATION_NAME = 'Kaffeehaus Morgenrot';

/** A fresh installation with a browser, as the first person meets it: nothing is arranged. */
export async function startFresh(
  env: Record<string, string> = {},
): Promise<{ stationhouse: Stationhouse; browser: Browser; end: () => Promise<void> }> {
  const stationhouse = await startStationhouse(env);
  const browser = await chromium.launch(chromiumOptions({ productPort: stationhouse.port }));
  return {
    stationhouse,
    browser,
    async end() {
      await browser.close();
      await stationhouse.remove();
    },
  };
}

/** Creates an account from the price list, confirms the address by the mail, and pays with a card. */
export async function signUpAndBuy(
  page: Page,
  email: string = CUSTOMER.email,
  packageName: 'Starter' | 'Professional' = CUSTOMER.packageName,
): Promise<void> {
  const { password, country } = CUSTOMER;
  await page.goto(SITE);
  await page.getByRole('link', { name: `Get Started with ${packageName}` }).click();
  await field(page, 'First name').fill('Grace');
  await field(page, 'Last name').fill('Hopper');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await page.getByRole('combobox', { name: 'Country', exact: true }).fill(country);
  await page.getByRole('option', { name: country, exact: true }).click();
  await field(page, 'Phone number').fill('020 7946 0000');
  await button(page, 'Create account').click();
  await expect(step(page, 'Company details')).toBeVisible();
  await fillCompany(page, { packageName, email, country });
  await goToSummary(page);
  const checkout = await completePurchase(page);
  await payWith(checkout, CARDS.pays);
  await expect(checkout).toHaveURL(`${SITE}/members`);
  await checkout.close();
  await expect(page.getByText('In Progress', { exact: true })).toBeVisible();
}

interface Setup {
  name?: string;
  /** Texts for radio IDs. */
  lines?: readonly string[];
  /** The parts of a café’s day are asked for, too. */
  hasDay?: boolean;
}

/** Sends the setup form with a name, a logo, these wishes, and nothing else that is not required. */
export async function sendSetup(
  page: Page,
  { name = STATION_NAME, lines = [], hasDay = false }: Setup = {},
): Promise<void> {
  await button(page, 'Open setup form').first().click();
  const dialog = page.getByRole('dialog', { name: 'Set up your station' });
  if (hasDay) await dialog.getByRole('button', { name: 'Split the day' }).click();
  await button(page, 'Continue').click();
  await expect(field(page, 'Station name')).toBeInViewport();
  await field(page, 'Station name').fill(name);
  for (const [at, line] of lines.entries()) {
    if (at > 0) await dialog.getByRole('button', { name: 'Add script' }).click();
    await field(page, `Script ${at + 1}`).fill(line);
  }
  await choose(page, dialog.getByRole('button', { name: 'Choose logo' }), [
    {
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: await buildPng({ width: 300, height: 200 }),
    },
  ]);
  await expect(dialog.getByRole('img', { name: 'Your station’s logo' })).toBeVisible();
  await showStep(page, 'Announcements');
  await button(page, 'Submit setup').click();
  await expect(page.getByText('Setup information submitted!')).toBeVisible();
  await expect(dialog).toBeHidden();
}

/** Opens the station's page as a listener, presses play, and leaves it once there is sound. */
export async function hearStation(page: Page, slug: string): Promise<void> {
  const listener = await page.context().newPage();
  await giveEar(listener, { crossOrigin: false });
  await listener.goto(`${SITE}/${slug}`);
  await expect(listener.locator('.brand, header').first()).toContainText(STATION_NAME);
  await listener.getByRole('button', { name: 'Play' }).click();
  await expect
    .poll(async () => (await hear(listener))?.loudness ?? 0, { timeout: 60_000 })
    .toBeGreaterThan(SILENCE);
  await listener.close();
}

/**
 * From the front page to the station on air under its own name.
 * @returns the seconds from the payment to the sound, and the station's slug
 */
export async function walkToFirstSound(page: Page): Promise<{ seconds: number; slug: string }> {
  await signUpAndBuy(page);
  const paid = Date.now();
  await page.getByRole('link', { name: 'Setup your Radio Station Now to start using it!' }).click();
  await sendSetup(page);
  await page.goto(`${SITE}/members`);
  await expect(page.getByText('Live', { exact: true }).first()).toBeVisible({ timeout: 120_000 });
  await expect(page.getByRole('main')).toContainText(STATION_NAME);
  const address = await page.getByRole('link', { name: 'Open your station' }).getAttribute('href');
  const slug = new URL(address ?? '').pathname.slice(1);
  await hearStation(page, slug);
  return { seconds: (Date.now() - paid) / 1_000, slug };
}

/** Counts the presses in a page and in those it becomes. */
export async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('__clicked', () => {
    clicks += 1;
  });
  await page.addInitScript(() => {
    const { __clicked: clicked } = window as unknown as { __clicked: () => void };
    addEventListener('click', ({ isTrusted }) => isTrusted && clicked(), true);
  });
  return () => clicks;
}

/** A folder with music of this length, each file a recording of its own. */
async function folderOfMusic(files: number, seconds: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'first-music-'));
  await Promise.all(
    Array.from({ length: files }, async (_, n) => {
      const path = join(folder, `${n + 1}.mp3`);
      const sound = `sine=frequency=${220 + 11 * n}:duration=${seconds}:sample_rate=48000`;
      const tags = ['-metadata', `title=Song ${n + 1}`, '-metadata', `artist=Artist ${n + 1}`];
      await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', sound, ...tags, path]);
    }),
  );
  return folder;
}

/** Signs in where the operator's mail about a new purchase leads to. */
export async function openToday(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto(`${SITE}/admin`);
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await button(page, 'Sign in').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
}

/** Music of an operator: so many files of this length. */
export interface Music {
  files: number;
  seconds: number;
}

/** Adds the operator's first music to the empty library, and makes a playlist of all of it. */
export async function addFirstMusic(page: Page, music: Music): Promise<void> {
  const folder = await folderOfMusic(music.files, music.seconds);
  const area = page.getByRole('navigation', { name: 'Admin area' });
  await area.getByRole('link', { name: 'Library' }).click();
  await area.getByRole('link', { name: 'Add music' }).click();
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Choose a folder').click();
  await (await chooser).setFiles(folder);
  await expect(page.getByText(`${music.files} ready`)).toBeVisible({ timeout: 600_000 });
  await rm(folder, { recursive: true });

  await area.getByRole('link', { name: 'Playlists' }).click();
  await button(page, 'New playlist').first().click();
  await field(page, 'Name').fill('All day');
  const made = page.getByRole('dialog', { name: 'New playlist' });
  await made.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name: 'All day' })).toBeVisible();
  // Nothing of the system's own music.
  await expect(page.getByText(`${music.files} tracks, ${music.files} artists`)).toBeVisible();
  await area.getByRole('link', { name: 'Today' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
}

/** The longest that the program takes to speak two lines and to check 60 days, in ms. */
const PREPARED_MS = 90_000;

/**
 * The operator's first hour: from the mail's address to the customer's own programme on air.
 * @returns the presses and minutes from the first page to the publish, without the time to sign in
 */
export async function walkOperatorsFirstHour(
  page: Page,
  operator: { email: string; password: string },
  music: Music,
): Promise<{ clicks: number; minutes: number }> {
  const clicks = await countClicks(page);
  await openToday(page, operator);
  const began = Date.now();
  const before = clicks();
  await addFirstMusic(page, music);
  await page.getByRole('link', { name: /^Build the station of/ }).click();
  // Thirty songs are too few for the usual separation: the page says so, and offers to loosen it.
  await button(page, 'Use “All day”').click();
  const put = page.getByRole('button', { name: 'Put on air' });
  await expect(put).toBeEnabled({ timeout: PREPARED_MS });
  await put.click();
  await expect(page.getByText('On air', { exact: true })).toBeVisible({ timeout: 60_000 });
  return { clicks: clicks() - before, minutes: (Date.now() - began) / 60_000 };
}

/** Waits until the station plays one of the operator's own files. */
export async function untilOwnMusicPlays(page: Page, slug: string): Promise<void> {
  const titleNow = () =>
    page.evaluate(async (url) => {
      const { current } = await (await fetch(url)).json();
      return String(current?.title ?? '');
    }, `${SITE}/v1/stations/${slug}/now-playing`);
  await expect.poll(titleNow, { timeout: 120_000 }).toMatch(/^Song \d+$/);
}

/** Both walks, one after the other, as the first day of an installation has them. */
export async function walkFirstDay(
  browser: Browser,
  operator: { email: string; password: string },
): Promise<void> {
  const customer = await (await browser.newContext()).newPage();
  const { seconds, slug } = await walkToFirstSound(customer);
  console.log(`Heard ${Math.round(seconds)} s after the payment.`);
  const admin = await (await browser.newContext()).newPage();
  const { clicks, minutes } = await walkOperatorsFirstHour(admin, operator, {
    files: 30,
    seconds: 200,
  });
  console.log(`${clicks} clicks, ${minutes.toFixed(1)} minutes from the files to the publish.`);
  await untilOwnMusicPlays(admin, slug);
}
