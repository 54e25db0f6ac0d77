import { XSS_PAYLOADS } from '../platform-api/test/xss-payloads.ts';
import { expect, test } from './fixtures.ts';
import { SITE } from './wizard.ts';
import { HOSTILE_OPTIONS, isOurs, openDashboard, showEverywhere, watch } from './xss.ts';

test.describe.configure({ timeout: 240_000 });

test(`${XSS_PAYLOADS.length} hostile attributes of players are ignored`, async ({
  page,
  complaints,
}) => {
  const ran = await watch(page);
  // The page's policy reports everything that becomes part of the page.
  await page.goto('http://localhost:8080/strict-csp');
  await page.evaluate((all) => {
    for (const attributes of all) {
      const player = document.createElement('station-player');
      player.setAttribute('station', 'demo');
      for (const [name, value] of attributes) player.setAttribute(name, value);
      document.body.append(player);
    }
  }, HOSTILE_OPTIONS);
  const players = page.locator('station-player');
  await expect(players).toHaveCount(HOSTILE_OPTIONS.length + 1);
  for (const player of await players.all()) {
    await expect(player.getByRole('button', { name: 'Play' })).toBeAttached();
    await expect(player.locator('.title').first()).not.toHaveText('Loading...');
  }
  const insides = await players.evaluateAll((all) =>
    all.map(({ shadowRoot }) => {
      const rules = shadowRoot?.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules]) ?? [];
      return [shadowRoot?.innerHTML, ...rules.map(({ cssText }) => cssText)].join();
    }),
  );
  expect(insides.filter((inside) => inside.includes('canary'))).toEqual([]);
  expect(ran).toEqual([]);
  expect(complaints).toEqual([]);
});

test('hostile texts in every field of a member are shown as text', async ({
  page,
  stationhouse,
  complaints,
}) => {
  const email = 'some-hostile-texts@example.com';
  const ran = await watch(page);
  await openDashboard(page, stationhouse, email);
  // A user without a station gets 404 for it, which the browser reports.
  complaints.length = 0;
  // A sample of each kind; the soak run shows all of them.
  const payloads = XSS_PAYLOADS.filter((_, n) => n % 6 === 0);
  await showEverywhere(page, stationhouse, { email, slug: 'some-hostile-texts', payloads });
  expect(ran).toEqual([]);
  // A payload that only the content security policy blocked had become part of the page.
  expect(complaints).toEqual([]);
});

test('a player that an admin pasted runs on the member’s page in another origin', async ({
  page,
  stationhouse,
}) => {
  const email = 'hostile-player@example.com';
  const ran = await watch(page);
  await openDashboard(page, stationhouse, email);
  const scripts = XSS_PAYLOADS.filter((payload) => /^<script>.*<\/script>$/.test(payload));
  await stationhouse.query(
    `update radio_stations set radio_player_embed = $2
     where user_id = (select id from users where email = $1)`,
    [email, scripts.join('\n')],
  );
  await page.goto(`${SITE}/members/share/website`);
  const frame = page.locator('iframe[title="Your own player"]');
  await frame.scrollIntoViewIfNeeded();
  await expect.poll(() => ran.length).toBeGreaterThan(0);
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts');
  await expect(page.getByRole('heading', { name: 'Your own player' })).toBeVisible();
  expect(ran.filter(isOurs)).toEqual([]);
  expect(page.url()).toBe(`${SITE}/members/share/website`);
  expect(page.context().pages()).toHaveLength(1);
});
