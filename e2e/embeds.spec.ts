import type { Page } from '@playwright/test';
import { titlesOnAir } from './example-pages.ts';
import { expect, test } from './fixtures.ts';
import { documented } from './framework-projects.ts';
import { giveEar, hear, SILENCE } from './hearing.ts';
import { holdBack } from './hold-back.ts';
import { layoutShifts, watchLayoutShifts } from './layout-shifts.ts';

const EMBED = 'http://localhost:8000/demo?embed=true';

test('the element fires events with what it plays', async ({ page }) => {
  await page.goto('http://localhost:8080/web-component');
  await expect(page.locator('#announcement')).toContainText('Now: ');
});

/** Opens a page on the customer's site with frames of the demo in it. */
async function openWithFrames(page: Page, frames: string): Promise<void> {
  await page.goto('http://localhost:8080/iframe');
  await page.setContent(frames);
}

for (const example of ['script-tag', 'web-component']) {
  test(`the player of ${example} causes no layout shift when it loads and plays`, async ({
    page,
  }) => {
    await watchLayoutShifts(page);
    for (const width of [360, 1280]) {
      // The script arrives long after the page was painted.
      const letThrough = await holdBack(page, '**/sdk/*.js');
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`http://localhost:8080/${example}`, { waitUntil: 'commit' });
      await page.evaluate(() => new Promise(requestAnimationFrame));
      letThrough();
      await page.getByRole('button', { name: 'Play' }).click();
      await expect(page.getByText('LIVE')).toBeVisible();
      expect(await layoutShifts(page), `${width} px wide`).toEqual([]);
    }
  });
}

test('a frame on another site has its own colours', async ({ page }) => {
  await page.goto('http://localhost:8080/iframe');
  await expect(page.frameLocator('iframe').locator('.embed')).toHaveCSS(
    'background-color',
    'rgb(35, 51, 41)',
  );
});

test('a frame with sandbox="allow-scripts" plays', async ({ page, complaints }) => {
  await giveEar(page, { crossOrigin: true });
  await openWithFrames(page, `<iframe sandbox="allow-scripts" src="${EMBED}"></iframe>`);
  const player = page.frameLocator('iframe');
  await player.getByRole('button', { name: 'Play' }).click();
  await expect(player.getByText('LIVE')).toBeVisible();
  const frame = page.frames().at(-1) ?? page.mainFrame();
  await expect.poll(async () => (await hear(frame))?.loudness ?? 0).toBeGreaterThan(SILENCE);
  expect(complaints).toEqual([]);
});

test('only one of several frames on a page plays at a time', async ({ page }) => {
  await openWithFrames(page, `<iframe src="${EMBED}"></iframe>`.repeat(2));
  const first = page.frameLocator('iframe').first();
  const second = page.frameLocator('iframe').last();
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    await one.getByRole('button', { name: 'Play' }).click();
    await expect(one.getByText('LIVE')).toBeVisible();
    await expect(other.getByText('LIVE')).toBeHidden();
    await expect(other.getByRole('button', { name: 'Play' })).toBeVisible();
  }
});

test('a frame and an element on one page pause each other, unless the frame is not exclusive', async ({
  page,
  complaints,
}) => {
  await openWithFrames(
    page,
    `<script src="http://localhost:8000/sdk/player.js"></script>
     <station-player station="demo"></station-player>
     <iframe src="${EMBED}"></iframe><iframe src="${EMBED}&exclusive=false"></iframe>
     <iframe src="http://localhost:8080/strict-csp/style.css"></iframe>`,
  );
  const element = page.locator('station-player');
  const [frame, apart] = [0, 1].map((n) => page.frameLocator('iframe').nth(n));
  for (const each of [apart, frame]) {
    await each?.getByRole('button', { name: 'Play' }).click();
    await expect(each?.getByText('LIVE') ?? element).toBeVisible();
  }
  await element.getByRole('button', { name: 'Play' }).click();
  await expect(element).toHaveAttribute('state', 'playing');
  await expect(frame?.getByText('LIVE') ?? element).toBeHidden();
  await frame?.getByRole('button', { name: 'Play' }).click();
  await expect(element).toHaveAttribute('state', 'paused');
  await expect(apart?.getByText('LIVE') ?? element).toBeVisible();
  expect(complaints).toEqual([]);
});

test('the frame of docs/embedding.md is played by its page, which shows the title', async ({
  page,
  complaints,
  stationhouse,
}) => {
  await giveEar(page, { crossOrigin: true });
  const frame = documented('plain/frame.html');
  await openWithFrames(page, frame.replace('https://shop.example', 'http://localhost:8080'));
  await page.getByRole('button', { name: 'Play' }).click();
  const place = page.frames().at(-1) ?? page.mainFrame();
  await expect.poll(async () => (await hear(place))?.loudness ?? 0).toBeGreaterThan(SILENCE);
  await expect(page.locator('#title')).toHaveText(await titlesOnAir(stationhouse.port));
  expect(complaints).toEqual([]);
});

/** A frame that shows its player's state. */
const steered = (origin: string) => `
  <iframe src="${EMBED}&origin=${origin}" allow="autoplay"></iframe>
  <button id="listen">Listen</button><output></output>
  <script type="module">
    import { controlFrame } from 'http://localhost:8000/sdk/v1/frame.js';
    const player = window.player = controlFrame(document.querySelector('iframe'));
    const output = document.querySelector('output');
    player.subscribe(() => (output.textContent = player.snapshot().state));
    const listen = () => player.play().catch(({ code }) => (output.textContent = code));
    document.querySelector('#listen').onclick = listen;
    player.ready.catch(() => {});
  </script>`;

test('a page steers the player in its frame', async ({ page, complaints }) => {
  await giveEar(page, { crossOrigin: true });
  await openWithFrames(page, steered('http://localhost:8080'));
  const output = page.locator('output');
  const frame = page.frameLocator('iframe');
  await expect(output).toHaveText('idle');
  await page.getByRole('button', { name: 'Listen' }).click();
  await expect(output).toHaveText('playing');
  const place = page.frames().at(-1) ?? page.mainFrame();
  await expect.poll(async () => (await hear(place))?.loudness ?? 0).toBeGreaterThan(SILENCE);
  await page.evaluate(() => Object(window).player.setMuted(true));
  await expect(frame.getByRole('button', { name: 'Unmute' })).toBeVisible();
  await page.evaluate(() => Object(window).player.pause());
  await expect(output).toHaveText('paused');
  // A press of the listener in the frame reaches the page too.
  await frame.getByRole('button', { name: 'Play' }).click();
  await expect(output).toHaveText('playing');
  expect(complaints).toEqual([]);
});

test('a frame refuses a page whose origin it does not allow', async ({ page, complaints }) => {
  await openWithFrames(page, steered('http://localhost:8000'));
  await page.getByRole('button', { name: 'Listen' }).click();
  await expect(page.locator('output')).toHaveText('origin_not_allowed');
  await expect(page.frameLocator('iframe').getByRole('button', { name: 'Play' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('only one of several players on a page plays at a time', async ({ page }) => {
  await page.goto('http://localhost:8080/several-stations');
  const first = page.locator('station-player').nth(0);
  const second = page.locator('station-player').nth(1);
  await first.getByRole('button', { name: 'Play' }).click();
  await expect(first).toHaveAttribute('state', 'playing');
  await second.getByRole('button', { name: 'Play' }).click();
  await expect(second).toHaveAttribute('state', 'playing');
  await expect(first).toHaveAttribute('state', 'paused');
});

test('a player with exclusive="false" does not pause the others', async ({ page }) => {
  await page.goto('http://localhost:8080/several-stations');
  const first = page.locator('station-player').nth(0);
  const apart = page.locator('station-player').nth(2);
  await first.getByRole('button', { name: 'Play' }).click();
  await expect(first).toHaveAttribute('state', 'playing');
  await apart.getByRole('button', { name: 'Play' }).click();
  await expect(apart).toHaveAttribute('state', 'playing');
  await expect(first).toHaveAttribute('state', 'playing');
});

test('the player is mirrored on a right-to-left page', async ({ page }) => {
  await page.goto('http://localhost:8080/web-component');
  const player = page.locator('station-player').first();
  await expect(player.getByRole('button', { name: 'Play' })).toBeVisible();
  await expect(player.locator('.title').first()).not.toHaveText('Loading...');
  /** Distance of the buttons from the side where lines begin. */
  const places = (side: 'left' | 'right') =>
    player.evaluate(
      (element, from) =>
        [...(element.shadowRoot?.querySelectorAll('button') ?? [])].map((button) =>
          Math.abs(
            Math.round(
              button.getBoundingClientRect()[from] - element.getBoundingClientRect()[from],
            ),
          ),
        ),
      side,
    );
  const before = await places('left');
  expect(new Set(before).size).toBeGreaterThan(1);
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  expect(await places('right')).toEqual(before);
});

/** Replaces the page by one with a player of this size, in px. */
const showPlayer = (
  page: Page,
  { width, height, attributes }: { width: number; height: number; attributes: string },
): Promise<void> =>
  page.setContent(`<script async src="http://localhost:8000/sdk/player.js"></script>
    <station-player station="demo" ${attributes}
      style="display: block; width: ${width}px; height: ${height}px"></station-player>`);

test('a press moves nothing of a bar, while it connects and while it plays', async ({ page }) => {
  await page.goto('http://localhost:8080/iframe');
  for (const [width, height, attributes] of [
    [640, 120, ''],
    [360, 100, ''],
    [220, 100, 'song="false" logo="false"'],
  ] as const) {
    await showPlayer(page, { width, height, attributes });
    const letThrough = await holdBack(page, '**/stream/demo*');
    const places = () =>
      page
        .locator('station-player .play, station-player .mute, station-player .name')
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().left));
    await expect(page.locator('station-player .name')).toContainText('Demo');
    const before = await places();
    await page.getByRole('button', { name: 'Play' }).click();
    await expect(page.getByRole('status')).toHaveText('Connecting...');
    expect(await places(), `${width} × ${height}`).toEqual(before);
    letThrough();
    await expect(page.getByRole('status')).toHaveText('LIVE');
    expect(await places(), `${width} × ${height}`).toEqual(before);
  }
});

test('a player that begins muted can be unmuted in every size', async ({ page }) => {
  await page.goto('http://localhost:8080/iframe');
  for (const [width, height, attributes] of [
    [300, 450, ''],
    [640, 120, ''],
    [300, 100, ''],
    [200, 100, ''],
    [220, 100, 'song="false" logo="false"'],
  ] as const) {
    await showPlayer(page, { width, height, attributes: `muted ${attributes}` });
    await page.getByRole('button', { name: 'Unmute' }).click();
    await expect(page.locator('station-player'), `${width} × ${height}`).not.toHaveAttribute(
      'muted',
    );
    // A press beside the button would have played.
    await expect(page.getByRole('button', { name: /^Play|^Listen/ })).toBeVisible();
  }
});

test('a player inside another component uses the language of the page', async ({ page }) => {
  await page.goto('http://localhost:8080/web-component');
  await page.evaluate(() => {
    document.documentElement.lang = 'de-AT';
    const component = document.createElement('div');
    component.id = 'component';
    document.body.prepend(component);
    const player = document.createElement('station-player');
    player.setAttribute('station', 'demo');
    component.attachShadow({ mode: 'open' }).append(player);
  });
  const player = page.locator('#component station-player');
  await expect(player.getByRole('button', { name: 'Abspielen' })).toBeVisible();
});

test('a page’s own button loads the player when it is pressed', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith('http://localhost:8000')) {
      asked.push(new URL(request.url()).pathname);
    }
  });
  await page.goto('http://localhost:8080/call-queue', { waitUntil: 'networkidle' });
  expect(asked).toEqual(['/sdk/player.js']);
  await page.getByRole('button', { name: 'Listen' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('a press before the script has loaded is not lost', async ({ page }) => {
  const letThrough = await holdBack(page, '**/sdk/player.js');
  await page.goto('http://localhost:8080/call-queue', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Listen' }).click();
  letThrough();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
});
