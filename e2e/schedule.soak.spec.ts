import { expect, test } from './fixtures.ts';
import { putOnAir } from './on-air.ts';
import { SITE } from './wizard.ts';

test.describe.configure({ timeout: 240_000 });

/** From the press of the button, in ms. */
const HEARD_WITHIN = 60_000;

test('a station that was just put on air plays its music with the right title within a minute', async ({
  browser,
  stationhouse,
}) => {
  await putOnAir(browser, stationhouse, { slug: 'lantern', name: 'Lantern Café Radio' });
  const published = Date.now();
  const api = `http://127.0.0.1:${stationhouse.port}`;
  const titleNow = async () => {
    const answer = await fetch(`${api}/v1/stations/lantern/now-playing`);
    const { current } = (await answer.json()) as { current: { title: string } | null };
    return current?.title ?? '';
  };
  await expect.poll(titleNow, { timeout: HEARD_WITHIN }).toMatch(/^(Blue|Paper|Harbour|Slow|Cin)/);

  const listener = await browser.newPage();
  await listener.goto(`${SITE}/lantern`);
  await listener.getByRole('button', { name: 'Play' }).click();
  await expect(listener.getByText('LIVE')).toBeVisible({ timeout: 15_000 });
  expect(Date.now() - published).toBeLessThan(HEARD_WITHIN);
  await expect(listener.locator('.now .title')).toHaveText(await titleNow());

  const playlist = await fetch(`${api}/hls/lantern/mp3_128.m3u8`);
  const [segment] = /^.*\.mp3$/m.exec(await playlist.text()) ?? [];
  const sound = await fetch(new URL(segment ?? '', playlist.url));
  expect(sound.status).toBe(200);
  await stationhouse.setStatus('lantern', 'inactive');
});
