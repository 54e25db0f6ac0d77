import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { giveEar, hear, SILENCE } from './hearing.ts';
import type { Stationhouse } from './stationhouse.ts';
import { beCustomer, button, goLive, openPart, openPlace, SITE } from './wizard.ts';

/** The steps from sign-up to a station on air take long on a busy machine. */
test.describe.configure({ timeout: 120_000 });

/** Opens the dashboard of a member whose station is being built. */
async function openDashboard(
  page: Page,
  stationhouse: Stationhouse,
  customer: { email: string; slug: string },
): Promise<void> {
  await beCustomer(page, stationhouse, customer);
  await page.goto(`${SITE}/members`);
  await expect(page.getByText('In Progress', { exact: true })).toBeVisible();
}

const live = (page: Page) => page.getByRole('main').getByText('Live', { exact: true });

test('the open pages turn to Live when the station goes on air', async ({ page, stationhouse }) => {
  await openDashboard(page, stationhouse, { email: 'live@example.com', slug: 'goes-live' });
  let loads = 0;
  page.on('load', () => (loads += 1));
  await openPart(page, 'Website');
  await expect(page.getByText('Available when your station goes live')).toBeVisible();
  await goLive(stationhouse, 'goes-live');
  await expect(page.getByText('Available when your station goes live')).toBeHidden();
  await openPlace(page, 'Home');
  await expect(live(page)).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Now playing');
  expect(loads).toBe(0);
});

test('the station plays on Home, and on while the member looks at other pages', async ({
  page,
  stationhouse,
}) => {
  await giveEar(page, { crossOrigin: false });
  await openDashboard(page, stationhouse, { email: 'listens@example.com', slug: 'listened-to' });
  await goLive(stationhouse, 'listened-to');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(main.getByText('LIVE', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect.poll(async () => (await hear(page))?.loudness ?? 0).toBeGreaterThan(SILENCE);
  await openPlace(page, 'Files');
  await expect.poll(async () => (await hear(page))?.loudness ?? 0).toBeGreaterThan(SILENCE);
  await button(page, 'Pause The Counting House').click();
  await expect(button(page, 'Pause The Counting House')).toBeHidden();
});

test('the table cards make one sheet of A4 as PDF', async ({ page, stationhouse }) => {
  await openDashboard(page, stationhouse, { email: 'prints@example.com', slug: 'printed' });
  await goLive(stationhouse, 'printed');
  await page.getByRole('link', { name: 'Print table cards' }).click();
  await expect(button(page, 'Print or save as PDF')).toBeVisible();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  const [, width = 0, height = 0] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  // A4 is 595 by 842 points.
  expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([595, 842]);
});

test('a table card shows the whole name, in every script and length', async ({
  page,
  stationhouse,
}) => {
  await openDashboard(page, stationhouse, { email: 'cards@example.com', slug: 'cards' });
  await goLive(stationhouse, 'cards');
  await page.getByRole('link', { name: 'Print table cards' }).click();
  await expect(button(page, 'Print or save as PDF')).toBeVisible();
  for (const word of ['Kaffeehaus Morgenrot ', 'مقهى شروق الشمس ', '朝焼けの喫茶店とラジオ']) {
    for (const length of [4, 20, 40, 80]) {
      const name = word.repeat(20).slice(0, length).trim().padEnd(length, word[0]);
      await stationhouse.query(
        'update radio_stations set station_name = $2 where station_slug = $1',
        ['cards', name],
      );
      await page.reload();
      const card = page.locator('main .table-card');
      await expect(card.locator('.table-card-name')).toHaveText(name);
      expect(await card.evaluate(measureCard)).toEqual({ cut: [], lines: true, code: true });
    }
  }
});

/** The parts of a card that are cut off, whether the name has four lines at most, and whether the code is large. */
function measureCard(card: Element) {
  const parts = ['logo', 'small', 'name', 'code', 'call', 'foot'].map((part) => ({
    part,
    element: card.querySelector(`.table-card-${part}`) ?? card,
  }));
  const cut = parts
    .filter(({ element }) => {
      const box = element.getBoundingClientRect();
      const frame = element.closest('.table-card-sleeve') ?? card;
      const { top, left, right, bottom } = frame.getBoundingClientRect();
      const isOut =
        box.top < top - 1 ||
        box.bottom > bottom + 1 ||
        box.left < left - 1 ||
        box.right > right + 1;
      return isOut || element.scrollWidth > element.clientWidth + 1;
    })
    .map(({ part }) => part);
  const name = card.querySelector('.table-card-name') ?? card;
  const lineHeight = Number.parseFloat(getComputedStyle(name).lineHeight);
  const code = card.querySelector('.table-card-code path:last-child')?.getBoundingClientRect();
  return {
    cut,
    lines: name.getBoundingClientRect().height < 4.5 * lineHeight,
    code: (code?.width ?? 0) >= card.clientWidth * 0.4,
  };
}

test('a new address opens the station and the old one redirects to it', async ({
  page,
  stationhouse,
}) => {
  await openDashboard(page, stationhouse, { email: 'moves@example.com', slug: 'before-it-moved' });
  await goLive(stationhouse, 'before-it-moved');
  await expect(live(page)).toBeVisible();
  await openPart(page, 'Page');
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
  await openPart(page, 'Website');
  for (const way of ['Script tag', 'Web component', 'Iframe']) {
    await page.getByRole('tab', { name: way }).click();
    // By its name: the panel before it stays for a moment.
    const code = page.getByRole('tabpanel', { name: way }).locator('pre');
    await expect(code).toContainText('st_');
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

test('another accent changes an embed that is pasted already, on another origin, within 10 s', async ({
  page,
  stationhouse,
}) => {
  await openDashboard(page, stationhouse, { email: 'look@example.com', slug: 'in-colour' });
  await goLive(stationhouse, 'in-colour');
  await expect(live(page)).toBeVisible();
  await openPart(page, 'Look');
  const site = await page.context().newPage();
  await site.goto('http://localhost:8080/iframe');
  await site.setContent(
    `<script src="${SITE}/sdk/player.js"></script>
     <station-player id="follows" station="in-colour"></station-player>
     <station-player id="insists" station="in-colour" button="00aa00"></station-player>
     <iframe src="${SITE}/in-colour?embed=true"></iframe>`,
  );
  const follows = site.locator('#follows').getByRole('button', { name: 'Play' });
  const insists = site.locator('#insists').getByRole('button', { name: 'Play' });
  const framed = site.frameLocator('iframe').getByRole('button', { name: 'Play' });
  for (const play of [follows, framed]) {
    await expect(play).toHaveCSS('background-color', 'rgb(26, 10, 83)');
  }
  await expect(insists).toHaveCSS('background-color', 'rgb(0, 170, 0)');

  await page.getByRole('textbox', { name: 'Accent colour', exact: true }).fill('#c2410c');
  await button(page, 'Save look').click();
  await expect(page.getByText('Look saved', { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => scrollTo(0, 0));
  const toast = await page.getByText('change within ten seconds.').boundingBox();
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect((toast?.y ?? 0) + (toast?.height ?? Infinity)).toBeLessThanOrEqual(heading?.y ?? 0);
  for (const play of [follows, framed]) {
    await expect(play).toHaveCSS('background-color', 'rgb(194, 65, 12)', { timeout: 10_000 });
  }
  await expect(insists).toHaveCSS('background-color', 'rgb(0, 170, 0)');

  const own = await page.context().newPage();
  await own.goto(`${SITE}/in-colour`);
  await expect(own.getByRole('button', { name: 'Play' })).toHaveCSS(
    'background-color',
    'rgb(194, 65, 12)',
  );
});

test('a message reaches an open wall within 10 s, and its clock is in the station’s zone', async ({
  page,
  stationhouse,
}) => {
  await openDashboard(page, stationhouse, { email: 'soup@example.com', slug: 'soup-kitchen' });
  await goLive(stationhouse, 'soup-kitchen');
  await stationhouse.query(
    `update radio_stations set zone = 'Pacific/Kiritimati' where station_slug = $1`,
    ['soup-kitchen'],
  );
  await openPart(page, 'Screens');
  const wall = await page.context().newPage();
  await wall.goto(`${SITE}/soup-kitchen/tv`);
  const timeIn = (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format();
  // Fourteen hours ahead of UTC, unlike any machine that runs this.
  const showsTime = (clock: string) =>
    expect
      .poll(async () => (await wall.locator(clock).textContent()) === timeIn('Pacific/Kiritimati'))
      .toBe(true);
  await showsTime('.clock');

  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Soup: <i>leek</i>');
  await page.getByRole('radio', { name: 'All the time' }).check();
  await button(page, 'Save message').click();
  await expect(page.getByText('Message saved', { exact: true })).toBeVisible();
  await expect(wall.getByText('Soup: <i>leek</i>')).toBeVisible({ timeout: 10_000 });

  await wall.goto(`${SITE}/soup-kitchen/tv-static`);
  await expect(wall.getByText('Soup: <i>leek</i>')).toBeVisible();
  await showsTime('#clock');

  await wall.goto(`${SITE}/soup-kitchen/tv`);
  await expect(wall.getByText('Soup: <i>leek</i>')).toBeVisible();
  await button(page, 'Remove message').click();
  await expect(wall.getByText('Soup: <i>leek</i>')).toBeHidden({ timeout: 10_000 });
});
