import type { Locator, Page } from '@playwright/test';
import { buildMp3 } from '../platform-api/test/mp3.ts';
import { buildPng } from '../platform-api/test/pictures.ts';
import { expectAccessible } from './accessible.ts';
import { expect } from './fixtures.ts';
import { giveEar, hear, SILENCE } from './hearing.ts';
import { CARDS } from './payments.ts';
import type { Stationhouse } from './stationhouse.ts';
import { button, buy, field, openPart, openPlace, SITE } from './wizard.ts';

const EMAIL = 'whole-path@example.com';

/** Chooses files as a user does: by a button and the system's dialog. */
export async function choose(
  page: Page,
  choice: Locator,
  files: { name: string; mimeType: string; buffer: Buffer }[],
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await choice.click();
  await (await chooser).setFiles(files);
}

export const mp3 = (name: string, seconds: number) => ({
  name,
  mimeType: 'audio/mpeg',
  buffer: buildMp3({ seconds }),
});

/** Shows a step of the setup form. */
export const showStep = (page: Page, step: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: step }).click();

/** Hears and chooses a mood, splits the day, and moves the edge of a part with the keyboard. */
async function wishForMusic(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Set up your station' });
  await dialog.getByRole('button', { name: 'Play a few seconds of Warm' }).click();
  await expect(dialog.getByRole('button', { name: 'Pause a few seconds of Warm' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Play a few seconds of Cool' }).click();
  await expect(dialog.getByRole('button', { name: 'Pause a few seconds of Cool' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Play a few seconds of Warm' })).toBeVisible();
  await dialog.getByRole('checkbox', { name: /^Warm/ }).press('Space');
  await dialog.getByRole('button', { name: 'Split the day' }).click();
  const edge = dialog.getByRole('slider', { name: 'From calm to bright' });
  await edge.press('ArrowRight');
  await expect(edge).toHaveAttribute('aria-valuetext', '11:30');
  await expectAccessible(page);
  await button(page, 'Continue').click();
}

/** Fills in the required fields of the setup form, with a logo and the files. */
export async function setUp(page: Page, stationName = 'Counting House Radio'): Promise<void> {
  await page.getByRole('link', { name: 'Setup your Radio Station Now to start using it!' }).click();
  await button(page, 'Open setup form').click();
  const dialog = page.getByRole('dialog', { name: 'Set up your station' });
  await wishForMusic(page);
  await field(page, 'Station name').fill(stationName);
  const logo = await buildPng({ width: 300, height: 200 });
  await choose(page, dialog.getByRole('button', { name: 'Choose logo' }), [
    { name: 'logo.png', mimeType: 'image/png', buffer: logo },
  ]);
  await expect(dialog.getByRole('img', { name: 'Your station’s logo' })).toBeVisible();
  await dialog.getByRole('radio', { name: 'Female' }).click();
  await field(page, 'Script 1').fill(`You are listening to ${stationName}.`);
  await choose(page, dialog.getByRole('button', { name: 'Choose files for radio IDs' }), [
    mp3('Good morning.mp3', 3),
    mp3('Good evening.mp3', 2),
  ]);
  for (const name of ['Good morning.mp3', 'Good evening.mp3']) {
    await expect(dialog.getByRole('button', { name: `Play ${name}` })).toBeVisible();
  }
  await expectAccessible(page);
  await showStep(page, 'Announcements');
  await button(page, 'Submit setup').click();
  await expect(page.getByText('Setup information submitted!')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Setup Information Submitted', { exact: true })).toBeVisible();
}

/** The change that an admin makes. */
const goLive = ({ query }: Stationhouse): Promise<void> =>
  query(
    `update radio_stations set status = 'active', stream_url = '/stream/demo',
       current_track_data = '/stream/demo/tracks/current'
     where user_id = (select id from users where email = $1)`,
    [EMAIL],
  );

/** Pastes the embed card's code into a page of another origin, and listens. */
async function hearEmbed(page: Page): Promise<void> {
  const code = page.getByRole('tabpanel').locator('pre');
  const pasted = await code.innerText();
  const site = await page.context().newPage();
  await giveEar(site, { crossOrigin: true });
  await site.goto('http://localhost:8080/');
  await site.evaluate((html) => {
    document.open();
    document.write(html);
    document.close();
  }, `<!doctype html><title>A customer</title><body>${pasted}</body>`);
  await site.getByRole('button', { name: 'Play' }).click();
  await expect.poll(async () => (await hear(site))?.loudness ?? 0).toBeGreaterThan(SILENCE);
  await site.close();
}

/** Listens to a file of the member's own on the page Files. */
async function hearFile(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Play ${name}` }).click();
  await expect(page.getByRole('button', { name: `Pause ${name}` })).toBeVisible();
  const played = () =>
    page.evaluate(() =>
      Math.max(...[...document.querySelectorAll('audio')].map((a) => a.currentTime)),
    );
  await expect.poll(played).toBeGreaterThan(0);
}

/**
 * A customer's whole journey: an account, a package, the setup with its files, and the station on
 * air and on the customer's own site.
 */
export async function walkFromSignUpToAir(page: Page, stationhouse: Stationhouse): Promise<void> {
  await buy(page, stationhouse, {
    packageName: 'Professional',
    email: EMAIL,
    country: 'United Kingdom',
    card: CARDS.pays,
  });
  await setUp(page);
  await page.goto(`${SITE}/members/files`);
  await hearFile(page, 'Good morning.mp3');

  await openPart(page, 'Website');
  await expect(page.getByText('Available when your station goes live')).toBeVisible();
  let loads = 0;
  page.on('load', () => (loads += 1));
  await goLive(stationhouse);
  await expect(page.getByText('Available when your station goes live')).toBeHidden();
  await openPlace(page, 'Home');
  await expect(page.getByRole('main').getByText('Live', { exact: true })).toBeVisible();
  expect(loads).toBe(0);
  await openPart(page, 'Website');
  await hearEmbed(page);
}
