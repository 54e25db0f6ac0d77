import { readFile } from 'node:fs/promises';
import { createServer, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { buildPng } from '../platform-api/test/pictures.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { startFresh } from './first-customer.ts';
import { giveEar, hear, SILENCE } from './hearing.ts';
import { linkFrom } from './mailbox.ts';
import { choose } from './member-journey.ts';
import { CARDS, payWith } from './payments.ts';
import { button, completePurchase, field, fillCompany, goToSummary, SITE, step } from './wizard.ts';

test.describe.configure({ timeout: 300_000 });

const NAME = 'Kaffeehaus Morgenrot';
const EMAIL = 'keeps-a-station@example.com';
/** From the typed name to the spoken one: the goal, in ms. */
const SPOKEN_WITHIN = 8_000;

const nameField = (page: Page): Locator => page.getByRole('textbox', { name: /^Hear yours first/ });
const cardOf = (page: Page, name = NAME): Locator =>
  page.getByRole('region', { name: `${name}, your station` });
const loudness = async (page: Page): Promise<number> => (await hear(page))?.loudness ?? 0;

/** Types a name, chooses a kind of place, and presses Enter. */
async function tryName(page: Page, name: string, kind: string): Promise<void> {
  await nameField(page).fill(name);
  await page.getByText(kind, { exact: true }).and(page.locator('label')).click();
  await nameField(page).press('Enter');
}

/** A logo with a colour of its own. */
const logo = async () => ({
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: await buildPng({ width: 300, height: 200 }),
});

test('on a fresh installation a visitor hears their own station, and it waits in the setup form', async () => {
  const { browser, end } = await startFresh();
  try {
    const page = await (await browser.newContext()).newPage();
    await giveEar(page, { crossOrigin: false });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname);
    });
    await page.goto(SITE);
    await tryName(page, NAME, 'Gym');

    // The card is theirs, and the music of their kind of place is heard.
    const card = cardOf(page);
    await expect(card.getByText(NAME, { exact: true })).toHaveCount(2);
    await expect(card).toContainText('Second Wind');
    await expect.poll(() => loudness(page)).toBeGreaterThan(SILENCE);

    // The embedded voice is a draft, so it speaks only when it is asked to.
    await expect(card.getByRole('status')).toHaveText('A voice says your name between the songs.');
    await card.getByRole('button', { name: 'Hear a draft of the voice' }).click();
    await expect(card.getByRole('status')).toHaveText(`Draft: “You are listening to ${NAME}.”`);
    await expect(card.getByRole('button', { name: 'Say it again' })).toBeVisible();
    await expectAccessible(page);

    // A logo colours the card, and is sent nowhere.
    const before = await card.evaluate((place) => getComputedStyle(place).backgroundColor);
    await choose(page, card.getByRole('button', { name: 'Add your logo' }), [await logo()]);
    await expect(card.getByRole('img', { name: 'Your logo' })).toBeVisible();
    await expect(card).not.toHaveCSS('background-color', before);
    await expectAccessible(page);
    expect(new Set(sent)).toEqual(new Set(['/v1/spoken-names']));

    // Another kind of place is heard at once, under the same name and logo.
    await page.getByText('Hotel', { exact: true }).and(page.locator('label')).click();
    await expect(card).toContainText('Lights Half Down');
    await expect(card.getByRole('img', { name: 'Your logo' })).toBeVisible();

    await card.getByRole('link', { name: 'Keep this station' }).click();
    await expect(page).toHaveURL(`${SITE}/signup?industry=hotel`);
    await expect(page.getByRole('region', { name: 'Your station' })).toContainText(NAME);
    await expectAccessible(page);

    await signUpInSecondTab(page);
    await buyStarter(page);
    await page
      .getByRole('link', { name: 'Setup your Radio Station Now to start using it!' })
      .click();
    await button(page, 'Open setup form').first().click();
    const dialog = page.getByRole('dialog', { name: 'Set up your station' });
    await expect(dialog.getByLabel('Your kind of place')).toHaveValue('hotel');
    await button(page, 'Continue').click();
    await expect(field(page, 'Station name')).toHaveValue(NAME);
    await expect(dialog.getByRole('img', { name: 'Your station’s logo' })).toBeVisible();
  } finally {
    await end();
  }
});

/** Signs up in another tab of the same browser, and confirms the address there. */
async function signUpInSecondTab(page: Page): Promise<void> {
  const second = await page.context().newPage();
  await second.goto(`${SITE}/signup`);
  await expect(second.getByRole('region', { name: 'Your station' })).toContainText(NAME);
  await field(second, 'First name').fill('Grace');
  await field(second, 'Last name').fill('Hopper');
  await field(second, 'Email').fill(EMAIL);
  await field(second, 'Password').fill('a long walk by the sea');
  await second.getByRole('combobox', { name: 'Country', exact: true }).fill('United Kingdom');
  await second.getByRole('option', { name: 'United Kingdom', exact: true }).click();
  await field(second, 'Phone number').fill('020 7946 0000');
  await button(second, 'Create account').click();
  await expect(second).toHaveURL(/\/members/);
  await second.goto(await linkFrom(second, { to: EMAIL, subject: 'Confirm' }));
  await expect(second.getByRole('heading', { level: 1 })).toContainText(/confirmed/i);
  await second.close();
  // The first tab has been told, and leads to the members' area.
  await expect(page).toHaveURL(/\/members/);
}

async function buyStarter(page: Page): Promise<void> {
  await page.goto(`${SITE}/members?create=company&package=Starter`);
  await expect(step(page, 'Company details')).toBeVisible();
  await fillCompany(page, { packageName: 'Starter', email: EMAIL, country: 'United Kingdom' });
  await goToSummary(page);
  const checkout = await completePurchase(page);
  // While it is not paid, the first tab leads back to the payment.
  await expect(page.getByRole('link', { name: /^Open it again/ })).toBeVisible();
  await payWith(checkout, CARDS.pays);
  await expect(checkout).toHaveURL(`${SITE}/members`);
  await checkout.close();
  await page.goto(`${SITE}/members`);
}

/** Amazon Polly, as far as it is asked here: it answers every text with the same speech. */
async function startPolly(): Promise<{ url: string; asked: () => number; server: Http2Server }> {
  const speech = await readFile(
    new URL('../portal/src/setup/sounds/female-voice.mp3', import.meta.url),
  );
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      asked += 1;
      response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(speech);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `polly://key:secret@eu-west-2?en-GB.male=Brian&endpoint=http://127.0.0.1:${port}`;
  return { url, asked: () => asked, server };
}

test('with the operator’s voice the name is spoken after six seconds, and only once for everybody', async () => {
  const polly = await startPolly();
  const { browser, end } = await startFresh({ POLLY_URL: polly.url });
  try {
    for (const visitor of ['first', 'second']) {
      const page = await (await browser.newContext()).newPage();
      await giveEar(page, { crossOrigin: false });
      await page.goto(SITE);
      await tryName(page, NAME, 'Café');
      const typed = Date.now();
      const status = cardOf(page).getByRole('status');
      await expect(status).toHaveText(`“You are listening to ${NAME}.”`, {
        timeout: 2 * SPOKEN_WITHIN,
      });
      const after = Date.now() - typed;
      console.log(`The ${visitor} visitor hears the name ${after} ms after typing it.`);
      expect(after).toBeGreaterThan(5_500);
      expect(after).toBeLessThan(SPOKEN_WITHIN);
      await page.close();
    }
    expect(polly.asked()).toBe(1);

    // A name that should not be heard is left out, and the music plays.
    const page = await (await browser.newContext()).newPage();
    await giveEar(page, { crossOrigin: false });
    await page.goto(SITE);
    await tryName(page, 'The Fucking Horse', 'Salon');
    const card = cardOf(page, 'The Fucking Horse');
    await expect(card.getByRole('status')).toHaveText(
      'Our voice leaves this name out. The music plays without it.',
    );
    await expect.poll(() => loudness(page)).toBeGreaterThan(SILENCE);
    expect(polly.asked()).toBe(1);

    // Without a name there is nothing to hear.
    await nameField(page).fill(' ');
    await button(page, 'Hear it').click();
    await expect(page.getByRole('alert')).toHaveText('Please enter the name of your place.');
    await expect(nameField(page)).toBeFocused();
  } finally {
    await end();
    polly.server.close();
  }
});

test('a browser that blocks sound asks for a press', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    const { play } = HTMLMediaElement.prototype;
    let isBlocked = true;
    HTMLMediaElement.prototype.play = function playOnce(this: HTMLMediaElement) {
      if (!isBlocked) return play.call(this);
      isBlocked = false;
      return refuse();
    };
  });
  await page.goto(SITE);
  await tryName(page, NAME, 'Office');
  const card = cardOf(page);
  await expect(card.getByRole('status')).toHaveText(
    'Your browser waits for a press: press play to hear it.',
  );
  await card.getByRole('button', { name: `Play ${NAME}` }).click();
  await expect(card.getByRole('button', { name: `Pause ${NAME}` })).toBeVisible();
});

/** Drops a file on a card, as from the desktop. */
async function drop(card: Locator, name: string, type: string, bytes: Buffer): Promise<void> {
  const files = await card.page().evaluateHandle(
    ([fileName, mimeType, base64]) => {
      const data = Uint8Array.from(atob(base64 ?? ''), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([data], fileName ?? '', { type: mimeType ?? '' }));
      return transfer;
    },
    [name, type, bytes.toString('base64')],
  );
  await card.dispatchEvent('drop', { dataTransfer: files });
}

test('a logo that is dropped on the card is shown, and another kind of file is refused', async ({
  page,
}) => {
  await page.goto(`${SITE}/salon`);
  await nameField(page).fill(NAME);
  await button(page, 'Hear it').click();
  const card = cardOf(page);
  await expect(card).toContainText('Window Seat');
  // Only its name is that of a picture.
  await drop(card, 'logo.png', 'image/png', Buffer.from('no picture'));
  await expect(card.getByRole('alert')).not.toBeEmpty();
  await expect(card.getByRole('img', { name: 'Your logo' })).toHaveCount(0);
  await expect(button(page, 'Add your logo')).toBeVisible();
  const { name, mimeType, buffer } = await logo();
  await drop(card, name, mimeType, buffer);
  await expect(card.getByRole('img', { name: 'Your logo' })).toBeVisible();
  await expect(card.getByRole('alert')).toHaveCount(0);
  await drop(card, 'menu.pdf', 'application/pdf', Buffer.from('%PDF-1.7'));
  await expect(card.getByRole('alert')).not.toBeEmpty();
  await expect(card.getByRole('img', { name: 'Your logo' })).toBeVisible();
});

test('Enter before the script has arrived is not lost, nor is the name', async ({ page }) => {
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(SITE);
  await nameField(page).fill(NAME);
  await nameField(page).press('Enter');
  letThrough();
  await expect(cardOf(page)).toBeVisible();
});
