import { readFile } from 'node:fs/promises';
import type { Locator, Page, TestInfo } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { Stationhouse } from './stationhouse.ts';
import { serveTracks } from './track-source.ts';

/** Style sheets of sites that embed the player. */
export const SHEETS = {
  Bootstrap: import.meta.resolve('bootstrap/dist/css/bootstrap.min.css'),
  'modern-normalize': import.meta.resolve('modern-normalize'),
  'a reset that lists tags': new URL('hostile-css/meyer-reset.css', import.meta.url).href,
  'rules for everything': new URL('hostile-css/everything.css', import.meta.url).href,
  'important rules for tags': new URL('hostile-css/by-tag.css', import.meta.url).href,
  'a WordPress theme': new URL('hostile-css/wordpress-theme.css', import.meta.url).href,
};

const STATES = ['idle', 'playing', 'error'] as const;
type State = (typeof STATES)[number];

/** The visible result of the player: its pixels, and its box. */
interface Look {
  pixels: Buffer;
  width: number | undefined;
  height: number | undefined;
}

/**
 * A customer's page, with the player at the same place on all: the page may move it. It may also
 * set the typeface, the only style that the player inherits (docs/embedding.md). No space comes
 * before it, since a page may show that as a line. The player's container is unstyled: an outline
 * would cover the player, and a translucent layer rounds colours differently.
 */
const customersPage = (css: string) => `<!doctype html>
  <html lang="en"><title>A café</title><style>${css}</style>
  <body class="home page">
    <script async src="http://localhost:8000/sdk/player.js"></script>
    <main class="entry-content container" style="position: fixed !important; inset: 20px auto auto 20px !important;
      width: 600px !important; height: 640px !important; margin: 0 !important; padding: 0 !important; border: 0 !important;
      border-radius: 0 !important; outline: 0 !important; box-shadow: none !important; background: #fff !important; opacity: 1 !important; filter: none !important; transform: none !important; animation: none !important; float: none !important"><station-player station="steady" style="font-family: sans-serif !important; margin: 0 !important"></station-player></main>`;

/** Brings the player of a page into a state, as a listener does. */
async function bring(player: Locator, state: State): Promise<void> {
  await expect(player).toHaveAttribute('state', 'idle');
  await expect(player.locator('.title')).toHaveText('Slack Water');
  await expect(player.locator('img.cover')).toHaveJSProperty('complete', true);
  if (state === 'idle') return;
  await player.getByRole('button', { name: 'Play' }).click();
  await (state === 'playing'
    ? expect(player.getByText('LIVE')).toBeVisible()
    : expect(player.getByRole('alert')).toBeVisible());
}

/**
 * Makes the browser redraw the whole player at once. Drawn in pieces, its seams differ by invisible
 * shades.
 */
const drawAnew = (player: Locator): Promise<void> =>
  player.evaluate(async (element: HTMLElement) => {
    for (const visibility of ['hidden', '']) {
      element.style.visibility = visibility;
      // Two frames, since the first one comes before the redraw.
      for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    }
  });

async function lookAt(page: Page, css: string, state: State): Promise<Look> {
  await page.unrouteAll();
  if (state === 'error') {
    await page.route('**/stream/demo*', (route) =>
      route.fulfill({ status: 404, contentType: 'text/html', body: 'Gone' }),
    );
  }
  await page.goto('http://localhost:8080/');
  await page.setContent(customersPage(css));
  const player = page.locator('station-player');
  await bring(player, state);
  await drawAnew(player);
  const { width, height } = (await player.boundingBox()) ?? {};
  return { pixels: await player.screenshot(), width, height };
}

/** Keeps the music and its titles the same at all times. */
async function putSteadyOnAir(stationhouse: Stationhouse): Promise<() => void> {
  const tracks = await serveTracks(() => ({
    type: 'application/json',
    body: JSON.stringify({ title: 'Slack Water', artist: 'Northern Lights' }),
  }));
  await stationhouse.addStation({
    slug: 'steady',
    name: 'Blue Door Café',
    streamUrl: 'http://localhost:8000/stream/demo',
    trackUrl: tracks.url,
  });
  return tracks.close;
}

async function attach(info: TestInfo, looks: Record<string, Look>): Promise<void> {
  for (const [name, { pixels }] of Object.entries(looks)) {
    await info.attach(name, { body: pixels, contentType: 'image/png' });
  }
}

/** Tests that style sheets of customers' pages do not change the player's look. */
export function testLooks(names: readonly (keyof typeof SHEETS)[]): void {
  // The lamp's glow differs from one screenshot to the next.
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  let endTracks: () => void;
  test.beforeAll(async ({ stationhouse }) => {
    endTracks = await putSteadyOnAir(stationhouse);
  });
  test.afterAll(() => endTracks());

  for (const name of names) {
    test(`${name} on its page does not change the player’s look`, async ({ page }, info) => {
      const css = await readFile(new URL(SHEETS[name]), 'utf8');
      for (const state of STATES) {
        const bare = await lookAt(page, '', state);
        const dressed = await lookAt(page, css, state);
        const isSame = dressed.pixels.equals(bare.pixels);
        if (!isSame)
          await attach(info, { [`${state}, bare`]: bare, [`${state}, dressed`]: dressed });
        expect([dressed.width, dressed.height], state).toEqual([300, 450]);
        expect(isSame, `${state}: other pixels, as attached`).toBe(true);
      }
    });
  }
}
