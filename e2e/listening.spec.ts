import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import pg from 'pg';
import { newcomer, PASSWORD, signIn } from './admin-area.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { putOnAir } from './on-air.ts';
import { radio } from './radio.ts';
import { figure, SITE } from './wizard.ts';

test.describe.configure({ timeout: 240_000 });

/** The figures on Home follow listeners within this time, in ms (docs: at most five seconds), and what a busy machine adds. */
const FOLLOWS_WITHIN = 5_000 + 3_000;

/** Browsers without a screen name themselves, and such are not counted: they are monitors. */
async function listenerPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  const name = await (await context.newPage()).evaluate(() => navigator.userAgent);
  await context.close();
  const counted = await browser.newContext({ userAgent: name.replace('Headless', '') });
  return counted.newPage();
}

async function play(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByText('LIVE')).toBeVisible({ timeout: 15_000 });
}

/** The seconds in the file that a member exports. */
async function secondsInFile(page: Page): Promise<number> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const [names = '', ...lines] = (await readFile(await (await saved).path(), 'utf8'))
    .trim()
    .split('\r\n');
  const at = names.split(',').indexOf('seconds');
  return lines.reduce((sum, line) => sum + Number(line.split(',')[at]), 0);
}

test('Home follows three listeners up and down, and its hours are those of the file and of the admins', async ({
  browser,
  stationhouse,
}) => {
  const slug = 'counted-cafe';
  const admin = await putOnAir(browser, stationhouse, { slug, name: 'Counted Café Radio' });
  const member = await newcomer(browser);
  await signIn(member, { email: `${slug}@example.com`, password: PASSWORD });
  const now = figure(member, 'Listening now');
  await expect(now).toHaveText('0');
  await expect(member.getByText('Ready for your first listener')).toBeVisible();

  const page = await listenerPage(browser);
  await page.goto(`${SITE}/${slug}`);
  await play(page);
  await expect(now).toHaveText('1', { timeout: FOLLOWS_WITHIN });

  const embed = await listenerPage(browser);
  await embed.goto('http://localhost:8080/iframe');
  await embed.setContent(
    `<script src="${SITE}/sdk/player.js"></script><station-player station="${slug}"></station-player>`,
  );
  await play(embed);
  await expect(now).toHaveText('2', { timeout: FOLLOWS_WITHIN });

  const sound = await radio(stationhouse.port, slug);
  await expect(now).toHaveText('3', { timeout: FOLLOWS_WITHIN });

  await admin.goto(`${SITE}/admin/listening`);
  const heard = admin.getByRole('region', { name: 'Listening now' });
  await expect(heard.getByRole('listitem')).toHaveText('Counted Café Radio3', {
    timeout: FOLLOWS_WITHIN + 10_000,
  });

  // Long enough to count.
  await member.waitForTimeout(10_000);
  sound.destroy();
  await expect(now).toHaveText('2', { timeout: FOLLOWS_WITHIN });
  await embed.context().close();
  await expect(now).toHaveText('1', { timeout: FOLLOWS_WITHIN });
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(now).toHaveText('0', { timeout: FOLLOWS_WITHIN });

  // Ended sessions are written at the next write of the process.
  const seconds = async () => {
    const client = new pg.Client(await stationhouse.connection());
    await client.connect();
    const { rows } = await client.query<{ seconds: number }>(
      `select coalesce(sum(seconds), 0)::int as seconds from listening_hours
       join radio_stations s on s.id = station_id where station_slug = $1`,
      [slug],
    );
    await client.end();
    return rows[0]?.seconds ?? 0;
  };
  const before = await seconds();
  expect(before).toBeGreaterThan(20);
  await expect(async () => {
    const last = await seconds();
    await member.waitForTimeout(9_000);
    expect(await seconds()).toBe(last);
  }).toPass({ timeout: 60_000 });
  const total = await seconds();

  await member.reload();
  await member.getByText('Busiest hours').scrollIntoViewIfNeeded();
  const figures = member.getByRole('img', { name: /in all\. The most:/ });
  await expect(figures).toBeVisible();
  await member.getByText('Show as a table').first().click();
  await expectAccessible(member);
  expect(await secondsInFile(member)).toBe(total);
  const minutes = total < 30 ? '0 h' : `${Math.round(total / 60)} min`;
  await expect(figures).toHaveAccessibleName(new RegExp(`^${minutes} in all`));

  await admin.reload();
  const row = admin.getByRole('row', { name: /Counted Café Radio/ });
  await expect(row).toContainText(`${minutes} of 20,000`);
  await expectAccessible(admin);
  await stationhouse.setStatus(slug, 'inactive');
});
