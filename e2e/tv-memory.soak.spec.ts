import type { CDPSession, Page } from '@playwright/test';
import { HOUR_MS } from '../platform-api/contract/time.ts';
import { expect, test } from './fixtures.ts';

/** A day of 400 tracks, in seconds each. */
const TRACK_SECONDS = 216;

/**
 * Fakes the page's station in the page's time: sound that advances with that time, and an event
 * stream that sends a new track at its end.
 */
async function giveDay(page: Page): Promise<void> {
  await page.addInitScript((trackSeconds) => {
    const media = HTMLMediaElement.prototype;
    const began = new WeakMap<HTMLMediaElement, number>();
    media.play = async function play(this: HTMLMediaElement) {
      began.set(this, Date.now());
      await Promise.resolve();
      this.dispatchEvent(new Event('playing'));
    };
    media.load = function load(this: HTMLMediaElement) {
      began.delete(this);
    };
    Object.defineProperty(media, 'currentTime', {
      get(this: HTMLMediaElement) {
        return (Date.now() - (began.get(this) ?? Date.now())) / 1000;
      },
    });

    const track = (number: number) => ({
      title: `Track ${number}`,
      artist: 'A Long Day',
      cover: `/sdk/placeholder-cover.svg?${number}`,
    });
    function dayLong(): ReadableStream<Uint8Array> {
      const encoder = new TextEncoder();
      return new ReadableStream({
        start(line) {
          const say = (words: string) => line.enqueue(encoder.encode(words));
          function tellTracks() {
            const number = Math.floor(Date.now() / 1000 / trackSeconds);
            const data = {
              previous: track(number - 1),
              current: track(number),
              next: track(number + 1),
              updated_at: new Date().toISOString(),
              stale: false,
            };
            say(`event: now-playing\ndata: ${JSON.stringify(data)}\n\n`);
          }
          tellTracks();
          setInterval(tellTracks, trackSeconds * 1000);
          setInterval(() => say(':\n\n'), 25_000);
        },
      });
    }
    const ask = window.fetch.bind(window);
    window.fetch = async (input, init) =>
      String(input).endsWith('/events')
        ? new Response(dayLong(), { headers: { 'Content-Type': 'text/event-stream' } })
        : ask(input, init);
  }, TRACK_SECONDS);
}

/** The page's memory after a forced garbage collection. */
async function held(
  devtools: CDPSession,
): Promise<{ heap: number; nodes: number; listeners: number }> {
  for (let round = 0; round < 3; round += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize: heap } = await devtools.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners: listeners } = await devtools.send('Memory.getDOMCounters');
  return { heap, nodes, listeners };
}

test('a wall uses no more memory after a day than before', async ({ page }) => {
  test.setTimeout(180_000);
  await page.clock.install();
  await giveDay(page);
  await page.goto('http://localhost:8000/demo/tv');
  await expect(page.getByText('LIVE')).toBeVisible();
  const devtools = await page.context().newCDPSession(page);
  const titles = new Set<string>();
  const pass = async (hours: number) => {
    for (let hour = 0; hour < hours; hour += 1) {
      await page.clock.runFor(HOUR_MS);
      titles.add(await page.locator('.now .title').innerText());
    }
  };

  // In its first hours the browser compiles and caches, which takes memory once.
  await pass(8);
  const first = await held(devtools);
  await pass(24);
  const last = await held(devtools);
  // It was a whole day: each measurement saw another track.
  expect(titles.size).toBe(32);
  await expect(page.getByText('LIVE')).toBeVisible();
  expect(last.nodes).toBeLessThanOrEqual(first.nodes * 1.05);
  expect(last.listeners).toBeLessThanOrEqual(first.listeners * 1.05);
  expect(last.heap).toBeLessThanOrEqual(first.heap * 1.05);
});
