import type { Frame, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { addMember, giveStation } from './admin-area.ts';
import { asUser } from './as-user.ts';
import { expect, test } from './fixtures.ts';
import { giveEar, hear, SILENCE } from './hearing.ts';
import type { Stationhouse } from './stationhouse.ts';

/** A customer with a station on air. @returns sends requests for them */
async function customer(
  stationhouse: Stationhouse,
  { slug, name, stream }: { slug: string; name: string; stream: string },
) {
  const member = await addMember(stationhouse, { email: `${slug}@example.com`, last_name: name });
  await giveStation(stationhouse, member.email, {
    station_slug: slug,
    station_name: name,
    status: 'active',
    stream_url: `/stream/${stream}`,
    current_track_data: `/stream/${stream}/tracks/current`,
  });
  return asUser(stationhouse, member);
}

/** The three ways to embed a station. */
const embedsOf = (station: string) => `
  <script async src="http://localhost:8000/sdk/player.js" data-station="${station}"></script>
  <station-player station="${station}"></station-player>
  <iframe src="http://localhost:8000/${station}?embed=true" allow="autoplay"></iframe>`;

/** A page of a customer's own site. */
async function openSite(page: Page, html: string): Promise<void> {
  await page.goto('http://localhost:8080/iframe');
  await page.setContent(html);
}

/** Plays each embed in turn, and expects this station's name and sound. */
async function expectEmbedsPlay(page: Page, { name, stream }: { name: string; stream: string }) {
  const frame = page.frameLocator('iframe');
  for (const [embed, place] of [
    [page.locator('station-player').nth(0), page],
    [page.locator('station-player').nth(1), page],
    [frame.locator('body'), page.frames().at(-1) ?? page],
  ] as const) {
    await embed.getByRole('button', { name: 'Play' }).click();
    await expect(embed.getByText('LIVE')).toBeVisible();
    await expect(embed.getByText(name, { exact: true })).toBeVisible();
    await expect.poll(async () => (await hear(place))?.loudness ?? 0).toBeGreaterThan(SILENCE);
    expect(await playing(place)).toContain(stream);
  }
}

/** The address of the sound that plays. */
const playing = (place: Page | Frame): Promise<string | undefined> =>
  place.evaluate(() => window.__audios.findLast(({ paused }) => !paused)?.currentSrc);

test('embeds with a public id play their station after another customer has taken its former slug', async ({
  page,
  stationhouse,
}) => {
  test.setTimeout(90_000);
  const [mill, rival] = [
    { slug: 'mill', name: 'The Old Mill', stream: 'tones' },
    { slug: 'weir', name: 'The Rival', stream: 'demo' },
  ];
  const asMill = await customer(stationhouse, mill);
  const asRival = await customer(stationhouse, rival);
  const { public_id } = await asMill<{ public_id: string }>('GET', '/v1/me/station');
  await giveEar(page, { crossOrigin: true });
  await openSite(page, embedsOf(public_id));
  await expectEmbedsPlay(page, mill);

  await asMill('PUT', '/v1/me/station/slug', { station_slug: 'old-mill' });
  // Ends the 90 days for which a former slug is reserved.
  await stationhouse.query('update former_slugs set held_until = now()');
  await asRival('PUT', '/v1/me/station/slug', { station_slug: 'mill' });
  const atSlug = async () => {
    const answer = await fetch(`http://127.0.0.1:${stationhouse.port}/v1/stations/mill`);
    return ((await answer.json()) as { station_name: string }).station_name;
  };
  await expect.poll(atSlug).toBe(rival.name);

  // The frame that plays connects again, and the page is loaded again later.
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('LIVE')).toBeVisible();
  await expect(frame.getByText(mill.name, { exact: true })).toBeVisible();
  await expect(page.getByText(rival.name)).toHaveCount(0);
  await openSite(page, embedsOf(public_id));
  await expectEmbedsPlay(page, mill);
  await expect(page.getByText(rival.name)).toHaveCount(0);
});

test('a tag with an unknown id or slug says that there is no such station', async ({ page }) => {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  for (const unknown of [`st_${'0'.repeat(32)}`, 'st_1', 'no-such-station']) {
    await openSite(page, embedsOf(unknown));
    const players = page.locator('station-player');
    await expect(players).toHaveCount(2);
    for (const player of [players.first(), players.last()])
      await expect(player.getByText('Station Not Found')).toBeVisible();
  }
  expect(faults).toEqual([]);
});

test('two versions of the SDK on one page both play, one at a time', async ({
  page,
  complaints,
}) => {
  const [folder, OLD] = [new URL('../sdk/dist/', import.meta.url), '0.0.9'];
  const { version } = JSON.parse(await readFile(new URL('integrity.json', folder), 'utf8')) as {
    version: string;
  };
  // An older release: the same files at other addresses.
  await page.route(`**/sdk/${OLD}/*.js`, async (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    const script = await readFile(new URL(name, folder), 'utf8');
    await route.fulfill({
      contentType: 'text/javascript',
      headers: { 'Access-Control-Allow-Origin': '*' },
      body: name === 'player.js' ? script.replaceAll(`/sdk/${version}/`, `/sdk/${OLD}/`) : script,
    });
  });
  await openSite(
    page,
    `<script async src="http://localhost:8000/sdk/${OLD}/player.js" data-station="demo"></script>
     <script async src="http://localhost:8000/sdk/player.js" data-station="tones"></script>
     <script type="module" src="http://localhost:8000/sdk/${OLD}/element.js"></script>
     <station-player station="demo"></station-player>`,
  );
  const players = page.locator('station-player');
  await expect(players).toHaveCount(3);
  for (const at of [0, 1, 2, 0]) {
    await players.nth(at).getByRole('button', { name: 'Play' }).click();
    await expect(players.nth(at)).toHaveAttribute('state', 'playing');
    await expect(page.locator('station-player[state=playing]')).toHaveCount(1);
  }
  expect(complaints).toEqual([]);
});
