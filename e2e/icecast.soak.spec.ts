import { icecastVersion, startIcecast } from '../bench/listeners/icecast.ts';
import { expect, test } from './fixtures.ts';
import { giveEar, hear, SILENCE } from './hearing.ts';

test('a station streaming from a real Icecast plays with Icecast’s titles', async ({
  page,
  stationhouse,
}) => {
  const version = await icecastVersion();
  test.skip(version === null, 'icecast2 is not installed here');
  const icecast = await startIcecast(10);
  try {
    const origin = `http://127.0.0.1:${icecast.port}`;
    await icecast.announce('Northern Lights - Harbour Walk');
    // Icecast updates its figures once a second.
    await expect
      .poll(async () => (await fetch(`${origin}/status-json.xsl`)).text())
      .toContain('Harbour Walk');
    await stationhouse.addStation({
      slug: 'harbour',
      name: 'Harbour Radio',
      streamUrl: `${origin}/live`,
      trackUrl: `${origin}/status-json.xsl`,
    });

    await giveEar(page, { crossOrigin: true });
    await page.goto('http://localhost:8000/harbour');
    await expect(page.locator('.now .title')).toHaveText('Harbour Walk');
    await expect(page.locator('.now .artist')).toHaveText('Northern Lights');
    await page.getByRole('button', { name: 'Play' }).click();
    await expect(page.getByText('LIVE')).toBeVisible();
    await expect.poll(async () => (await hear(page))?.loudness ?? 0).toBeGreaterThan(SILENCE);

    await icecast.announce('Northern Lights - Slack Water');
    await expect(page.locator('.now .title')).toHaveText('Slack Water', { timeout: 15_000 });
  } finally {
    await icecast.stop();
  }
});
