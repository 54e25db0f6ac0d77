import { chromium } from '@playwright/test';
import { tellFigure } from '../platform-api/test/figures.ts';
import { startLine, type Line } from './cut-line.ts';
import { firefoxPath, launchFirefox, NO_FIREFOX, TRUSTS_LOCALHOST } from './firefox.ts';
import { chromiumOptions, expect, test } from './fixtures.ts';
import { addEar, keepAudio } from './hearing.ts';
import {
  longestGap,
  look,
  lostSeconds,
  openShop,
  PLAYS_UNASKED,
  record,
  STATION_NAME,
  untilInReserve,
  type Shop,
  type Tab,
} from './location-screen.ts';
import { startSoundCard, type SoundCard } from './sound-card.ts';
import type { Stationhouse } from './stationhouse.ts';

const CUT_MINUTES = 10;

test.describe.configure({ timeout: 1_800_000 });

/** The player is this far behind the clock: a listener starts five seconds back, and a slow machine adds some. */
const BEHIND = { least: 3_000, most: 15_000 };

interface Screen extends Tab {
  goto(url: string): Promise<unknown>;
}

/** Reads the programme of the server. @returns whether a title is that of an item which a player may play now */
async function readTitles(port: number): Promise<(shown: string) => boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/reserve/demo/programme`);
  const { programme } = (await answer.json()) as {
    programme: { tracks: { title: string; kind?: string; started_at: string }[] };
  };
  const items = programme.tracks.map(({ title, kind, started_at }, n) => ({
    // A radio ID is shown as the station.
    title: kind ? STATION_NAME : title,
    from: Date.parse(started_at),
    to: Date.parse(programme.tracks[n + 1]?.started_at ?? '') || Infinity,
  }));
  return (shown) => {
    const now = Date.now();
    const [earliest, latest] = [now - BEHIND.most, now - BEHIND.least];
    return items.some(({ title, from, to }) => title === shown && from <= latest && to > earliest);
  };
}

/** Looks at a screen every second. @returns the titles that it showed, and those that were wrong */
async function watchTitles(screen: Screen, port: number, seconds: number) {
  const isRight = await readTitles(port);
  const end = Date.now() + seconds * 1_000;
  const titles = new Set<string>();
  const wrong: string[] = [];
  while (Date.now() < end) {
    const { title } = await look(screen);
    titles.add(title);
    if (!isRight(title)) wrong.push(`${new Date().toISOString()} ${title}`);
    await new Promise((passed) => setTimeout(passed, 1_000));
  }
  return { titles: titles.size, wrong };
}

interface Given {
  shop: Shop;
  screen: Screen;
  line: Line;
  /** The name of the browser. */
  browser: string;
  /** Null: the sound is recorded in the page. */
  soundCard: SoundCard | null;
}

/** Pairs a screen, cuts its line, mends it, and expects that nothing was missed. */
async function cutTheLine({ port }: Stationhouse, given: Given): Promise<void> {
  const { shop, screen, line, browser, soundCard } = given;
  await screen.goto(shop.page);
  await expect.poll(async () => (await look(screen)).code, { timeout: 20_000 }).toMatch(/^\w{6}$/);
  await shop.pair((await look(screen)).code);
  await expect.poll(async () => (await look(screen)).status, { timeout: 30_000 }).toContain('LIVE');
  await untilInReserve(screen, CUT_MINUTES + 4, 600_000);
  const recorded = await record(screen);
  const silence = soundCard?.listen();

  line.cut();
  const shownAfter = Date.now();
  await expect
    .poll(async () => (await look(screen)).status, { timeout: 30_000 })
    .toContain('The music plays from the reserve.');
  const noticed = (Date.now() - shownAfter) / 1_000;
  const { titles, wrong } = await watchTitles(screen, port, CUT_MINUTES * 60);
  expect((await shop.read()).status).toBe('offline');
  line.mend();
  const mendedAt = Date.now();
  await expect.poll(async () => (await look(screen)).status, { timeout: 60_000 }).toContain('LIVE');
  const back = (Date.now() - mendedAt) / 1_000;
  const after = await watchTitles(screen, port, 60);

  const heard = await recorded();
  const [gap, lost] = [silence?.() ?? longestGap(heard), lostSeconds(heard)];
  tellFigure(
    `${browser}: line cut for ${CUT_MINUTES} min, noticed after ${noticed.toFixed(0)} s, live ${back.toFixed(0)} s after ` +
      `the mend; longest gap ${gap.toFixed(2)} s of ${heard.length} looks, ${lost.toFixed(2)} s lost; ${titles} titles, ` +
      `${wrong.length + after.wrong.length} looks at a wrong one`,
  );
  expect(gap).toBeLessThan(1);
  // The clock of a sound card may be off by a percent.
  expect(lost).toBeLessThan(1 + heard.length / 1_000);
  expect(titles).toBeGreaterThan(2);
  expect([...wrong, ...after.wrong]).toEqual([]);
  await expect
    .poll(async () => (await shop.read()).days[0]?.parts.map(({ status }) => status).join(' '))
    .toMatch(/playing reserve playing$/);
}

test(`in Chromium the music continues while the line is cut for ${CUT_MINUTES} minutes`, async ({
  stationhouse,
}) => {
  const shop = await openShop(stationhouse, 'cut-chromium');
  const line = await startLine(stationhouse.port);
  const browser = await chromium.launch(
    chromiumOptions({ productPort: line.port }, [PLAYS_UNASKED]),
  );
  try {
    const screen = await browser.newPage();
    await screen.addInitScript(keepAudio, undefined);
    await screen.addInitScript(addEar);
    await cutTheLine(stationhouse, { shop, screen, line, browser: 'Chromium', soundCard: null });
  } finally {
    await browser.close();
    line.stop();
  }
});

/**
 * Runs in the page: as `addEar`, for a browser whose sound is recorded from its sound card. Firefox plays more slowly while a
 * page listens to its own sound.
 */
function addPosition(): void {
  window.__hear = () => {
    const audio = window.__audios.findLast(({ currentSrc }) => currentSrc !== '');
    return audio ? { at: 0, loudness: 1, frequency: 0, currentTime: audio.currentTime } : null;
  };
}

test(`in Firefox the music continues while the line is cut for ${CUT_MINUTES} minutes`, async ({
  stationhouse,
}) => {
  test.skip(firefoxPath() === null, NO_FIREFOX);
  const soundCard = await startSoundCard();
  test.skip(soundCard === null, 'PulseAudio is not installed here');
  const shop = await openShop(stationhouse, 'cut-firefox');
  const line = await startLine(stationhouse.port);
  const browser = await launchFirefox({
    productPort: line.port,
    examplesPort: 0,
    prefs: TRUSTS_LOCALHOST,
    soundCard,
  });
  try {
    const screen = await browser.newPage();
    await screen.evaluateOnNewDocument(keepAudio);
    await screen.evaluateOnNewDocument(addPosition);
    await cutTheLine(stationhouse, { shop, screen, line, browser: 'Firefox', soundCard });
  } finally {
    await browser.close();
    line.stop();
  }
});
