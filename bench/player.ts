/**
 * The cost of a player for its page: time to the first sound, main thread, layout shift, memory.
 * Every player is on the same page and plays the same stream.
 */
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { median, skipped, spread, type Figure } from './figure.ts';
import { findBrowser, lookAt } from './lighthouse.ts';
import { busyMs, heldBytes, visit } from './players/listening-page.ts';
import { FLOOR, OURS, ourFiles } from './players/ours.ts';
import { findPeers, type Peer } from './players/peers.ts';
import { servePlayers, type PlayerPages } from './players/player-pages.ts';
import { startProduct } from './product.ts';
import { shuffled } from './shuffled.ts';

const SOUND = 'Player, from the click to the first audible sample';
const BUSY = 'Player, main thread busy from an empty page to 2 s of sound, beyond <audio> alone';
const SHIFT = 'Player, layout shift that it causes on its page';
const HEAP = 'Player, memory left after 1,000 mounts and unmounts';
const SCORE = 'Player on an empty page (Lighthouse, mobile)';

/** The system requests sound in pieces of about 20 ms, so the median needs many visits. */
const SOUND_ROUNDS = 15;
const COST_ROUNDS = 5;
const MOUNTS = 1_000;
/**
 * The browser compiles hot code once and keeps it (100 KB for our player), so as many mounts come
 * before.
 */
const WARM_UP = MOUNTS;
/** 32 bytes for each mount, less than any object takes: the browser's own noise. */
const MAX_LEFT_BYTES = 32 * 1024;
const LIGHTHOUSE_ROUNDS = 3;
/** The page with a bare `<audio>` loads nothing else: any time above it is the player's. */
const MAX_SOUND_RATIO = 1.1;
/** A player has settled when nothing more is loading. */
const SETTLED_MS = 1_000;

const BROWSER_ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Measures for about seven minutes, on 127.0.0.1 only. */
export async function benchPlayer(): Promise<Figure[]> {
  const executablePath = findBrowser();
  if (executablePath === undefined) {
    const reason = 'Chromium is not installed';
    return [SOUND, BUSY, SHIFT, HEAP, SCORE].map((name) => skipped(name, reason));
  }
  const ours: Peer = { ...OURS, files: (await ourFiles()).whole };
  const peers = [ours, FLOOR, ...(await findPeers())];
  const product = await startProduct();
  const pages = await servePlayers(peers, product.url);
  const browser = await chromium.launch({
    executablePath,
    args: BROWSER_ARGS,
    ignoreDefaultArgs: ['--mute-audio'],
  });
  try {
    const starts = await measureStarts(browser, peers, pages);
    const left = new Map<Peer, number>();
    for (const peer of peers) left.set(peer, await mountMany(browser, pages.urlOf(peer)));
    return [
      soundFigure(starts, ours),
      busyFigure(starts, ours),
      shiftFigure(starts, ours),
      heapFigure(left, ours),
      await scoreFigure(pages, executablePath),
    ];
  } finally {
    await browser.close();
    await pages.stop();
    await product.stop();
  }
}

/** The figures of one player, one value per visit. */
interface Starts {
  /** Infinity when no sound was heard, here and in the costs. */
  soundMs: number[];
  busy: number[];
  shift: number[];
}

async function measureStarts(
  browser: Browser,
  peers: readonly Peer[],
  pages: PlayerPages,
): Promise<Map<Peer, Starts>> {
  const starts = new Map<Peer, Starts>(
    peers.map((peer) => [peer, { soundMs: [], busy: [], shift: [] }]),
  );
  for (let round = 0; round < SOUND_ROUNDS; round += 1) {
    for (const [peer, { soundMs, busy, shift }] of shuffled([...starts])) {
      const url = pages.urlOf(peer);
      soundMs.push(await visit(browser, url, (page) => timeToSound(page, peer)));
      if (round >= COST_ROUNDS) continue;
      const cost = await visit(browser, url, (page, devtools) => start(page, devtools, peer));
      busy.push(cost.busy);
      shift.push(cost.shift);
    }
  }
  return starts;
}

async function timeToSound(page: Page, { button }: Peer): Promise<number> {
  await page.locator(button).first().waitFor();
  await page.waitForTimeout(SETTLED_MS);
  await page.evaluate(() => window.listen());
  await page.locator(button).first().click();
  return page.evaluate(() => window.sound.catch(() => Infinity));
}

/** A visit without the sound detector, which costs main thread time as well. */
async function start(
  page: Page,
  devtools: CDPSession,
  { button }: Peer,
): Promise<{ busy: number; shift: number }> {
  await page.locator(button).first().click();
  const plays = await page.evaluate(() => window.playsFor(2).catch(() => Infinity));
  const busy = Number.isFinite(plays) ? await busyMs(devtools) : Infinity;
  return { busy, shift: await page.evaluate(() => window.shift) };
}

/** @returns the increase in bytes */
function mountMany(browser: Browser, url: string): Promise<number> {
  return visit(browser, url, async (page, devtools) => {
    await page.waitForTimeout(SETTLED_MS);
    await page.evaluate(() => window.unmount());
    await page.evaluate(mountTimes, WARM_UP);
    const before = await heldBytes(devtools);
    await page.evaluate(mountTimes, MOUNTS);
    return (await heldBytes(devtools)) - before;
  });
}

/** Runs in the page: mounts each player for one task, as a page with changing parts would. */
async function mountTimes(times: number): Promise<void> {
  const place = document.getElementById('place');
  if (!place) throw new Error('The page has no place for a player.');
  for (let time = 0; time < times; time += 1) {
    const unmount = window.mount(place, window.stream);
    await new Promise((done) => setTimeout(done));
    unmount();
    await new Promise((done) => setTimeout(done));
  }
}

const others = <Value>(figures: Map<Peer, Value>, ours: Peer): [Peer, Value][] =>
  [...figures].filter(([peer]) => peer !== ours);

function soundFigure(starts: Map<Peer, Starts>, ours: Peer): Figure {
  const mine = starts.get(ours)?.soundMs ?? [];
  const theirs = others(starts, ours);
  const floor = median(starts.get(FLOOR)?.soundMs ?? []);
  const ratio = median(mine) / floor;
  return {
    name: SOUND,
    ours: `${spread(mine, 0)} ms`,
    peer: theirs.map(([{ name }, { soundMs }]) => `${name}: ${spread(soundMs, 0)} ms`).join('; '),
    ratio: `${ratio.toFixed(2)} of <audio> alone`,
    goal: `≤ ${MAX_SOUND_RATIO}`,
    ok: ratio <= MAX_SOUND_RATIO && mine.every(Number.isFinite),
  };
}

function busyFigure(starts: Map<Peer, Starts>, ours: Peer): Figure {
  const floor = median(starts.get(FLOOR)?.busy ?? []);
  const beyond = ({ busy }: Starts): number[] => busy.map((ms) => ms - floor);
  const theirs = others(starts, ours).filter(([peer]) => peer !== FLOOR);
  const mine = beyond(starts.get(ours) ?? { soundMs: [], busy: [], shift: [] });
  const most = Math.max(...theirs.map(([, costs]) => median(beyond(costs))));
  return {
    name: BUSY,
    ours: `${spread(mine, 0)} ms`,
    peer: theirs.map(([{ name }, costs]) => `${name}: ${spread(beyond(costs), 0)} ms`).join('; '),
    ratio: `${(median(mine) / most).toFixed(2)} of the most of them`,
    // The peers draw buttons; our player also fetches and draws a cover and titles, and keeps them
    // current.
    goal: '≤ 1',
    ok: median(mine) <= most,
  };
}

function shiftFigure(starts: Map<Peer, Starts>, ours: Peer): Figure {
  const most = ({ shift }: Starts): string => Math.max(...shift).toFixed(3);
  const mine = starts.get(ours);
  return {
    name: SHIFT,
    ours: mine ? most(mine) : '–',
    peer: others(starts, ours)
      .map(([{ name }, costs]) => `${name}: ${most(costs)}`)
      .join('; '),
    ratio: '–',
    goal: '0',
    ok: Math.max(...(mine?.shift ?? [])) === 0,
  };
}

function heapFigure(left: Map<Peer, number>, ours: Peer): Figure {
  const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(0)} KB`;
  const mine = left.get(ours) ?? NaN;
  return {
    name: HEAP,
    ours: kilobytes(mine),
    peer: others(left, ours)
      .map(([{ name }, bytes]) => `${name}: ${kilobytes(bytes)}`)
      .join('; '),
    ratio: '–',
    goal: `≤ ${kilobytes(MAX_LEFT_BYTES)}`,
    ok: mine <= MAX_LEFT_BYTES,
  };
}

/** An empty page with our tag and nothing else, beside the same page with a bare `<audio>`. */
async function scoreFigure(pages: PlayerPages, browser: string): Promise<Figure> {
  const scores: Record<'ours' | 'floor', number[]> = { ours: [], floor: [] };
  for (let round = 0; round < LIGHTHOUSE_ROUNDS; round += 1) {
    for (const [which, peer] of [
      ['ours', OURS],
      ['floor', FLOOR],
    ] as const) {
      const report = await lookAt(pages.urlOf(peer), { browser, categories: ['performance'] });
      scores[which].push(report.scores['performance'] ?? 0);
    }
  }
  return {
    name: SCORE,
    ours: spread(scores.ours, 0),
    peer: `${FLOOR.name}: ${spread(scores.floor, 0)}`,
    ratio: '–',
    goal: '100',
    ok: median(scores.ours) === 100,
  };
}
