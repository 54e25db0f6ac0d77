import { createReadStream } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { tellFigure } from '../platform-api/test/figures.ts';
import { firefoxPath, launchFirefox, NO_FIREFOX } from './firefox.ts';
import { expect, test } from './fixtures.ts';

test.describe.configure({ timeout: 240_000 });

const HLS_JS = fileURLToPath(import.meta.resolve('hls.js/dist/hls.min.js'));

/** Ten changes of track take a minute and a half. */
const CHANGES = 10;

/** A title may differ from the sound for this long, in ms: the analyser needs 40 ms of the next tone. */
const MAX_DISAGREEMENT_MS = 300;

/** The sound and the titles of a page so far. */
interface Report {
  /** Tones that began. */
  changes: number;
  /** How long the title differed from the sound at each change, in ms. */
  disagreements: number[];
  /** The first moment of each. */
  details: string[];
  silentMs: number;
  /** The titles in the segments' own tags. */
  tags: string[];
  fatal: string[];
}

declare global {
  interface Window {
    __report?: Report;
  }
}

/** A customer's own player: hls.js and an audio element, with an ear. */
const page = (playlist: string): string => `<!doctype html><title>Player</title>
<button>Play</button><audio></audio><script src="/hls.js"></script><script>
const report = { changes: 0, disagreements: [], details: [], silentMs: 0, tags: [], fatal: [] };
const audio = document.querySelector('audio');
const hls = new Hls({ maxBufferLength: 30 });
hls.on(Hls.Events.ERROR, (_, { fatal, details }) => { if (fatal) report.fatal.push(details); });
hls.loadSource(${JSON.stringify(playlist)});
hls.attachMedia(audio);

/** Of the segment that is heard. */
function tagTitle() {
  let found = null;
  for (const track of audio.textTracks) {
    for (const one of track.cues ?? []) {
      if (one.value?.key !== 'TIT2' || one.startTime > audio.currentTime) continue;
      if (!found || one.startTime >= found.startTime) found = one;
    }
  }
  return found?.value.data ?? '';
}

/** Of the playlist. Its cues would do, but hls.js 1.7.4 loses the first ones in Chromium. */
function title() {
  let found = null;
  for (const range of Object.values(hls.latestLevelDetails?.dateRanges ?? {})) {
    if (range.startDate > hls.playingDate) continue;
    if (!found || range.startDate > found.startDate) found = range;
  }
  return found?.attr['X-TITLE'] ?? '';
}

document.querySelector('button').onclick = () => {
  window.__report = report;
  const context = new AudioContext({ sampleRate: 48000 });
  const analyser = new AnalyserNode(context, { fftSize: 2048, smoothingTimeConstant: 0 });
  context.createMediaElementSource(audio).connect(analyser).connect(context.destination);
  void audio.play();
  const bins = new Float32Array(analyser.frequencyBinCount);
  const samples = new Float32Array(analyser.fftSize);
  let tone = 0;
  let differsSince = null;
  let hasPlayed = false;
  setInterval(() => {
    const now = performance.now();
    analyser.getFloatTimeDomainData(samples);
    const loudness = Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length);
    if (loudness < 0.001) {
      if (hasPlayed) report.silentMs += 20;
      return;
    }
    hasPlayed = true;
    analyser.getFloatFrequencyData(bins);
    let best = 0;
    bins.forEach((level, bin) => { if (level > bins[best]) best = bin; });
    const heard = best * context.sampleRate / analyser.fftSize;
    if (Math.abs(heard - tone) > 50) {
      if (tone !== 0) report.changes += 1;
      tone = heard;
    }
    const tag = tagTitle();
    if (tag !== report.tags.at(-1)) report.tags.push(tag);
    if (Math.abs(heard - parseFloat(title())) < 40) {
      if (differsSince !== null) report.disagreements.push(now - differsSince);
      differsSince = null;
    } else if (differsSince === null) {
      differsSince = now;
      report.details.push(
        'at ' + audio.currentTime.toFixed(2) + ' heard ' + heard.toFixed(0) + ', shown ' + title(),
      );
    }
  }, 20);
};
</script>`;

/** Serves that page. */
async function servePlayer(productPort: number): Promise<{ url: string; stop: () => void }> {
  const text = page(`http://127.0.0.1:${productPort}/hls/tones/master.m3u8`);
  const server = createServer((req, res) => {
    if (req.url === '/hls.js') createReadStream(HLS_JS).pipe(res);
    else res.setHeader('Content-Type', 'text/html; charset=utf-8').end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server always has an address with a port.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, stop: () => void server.close() };
}

const hasHeardEnough = (changes: number): boolean =>
  (window.__report?.changes ?? 0) >= changes || (window.__report?.fatal.length ?? 0) > 0;

function expectRight(name: string, report: Report | undefined): void {
  const { fatal = [], disagreements = [], details = [], silentMs = NaN, tags = [] } = report ?? {};
  expect(fatal).toEqual([]);
  const worst = Math.max(...disagreements);
  tellFigure(
    `${name}: title and tone differed for ${Math.round(worst)} ms at most, over ${disagreements.length} times`,
  );
  expect(
    worst,
    details.map((one, n) => `${disagreements[n]} ms ${one}`).join('\n'),
  ).toBeLessThanOrEqual(MAX_DISAGREEMENT_MS);
  expect(silentMs).toBeLessThan(500);
  expect(tags.filter((tag) => tag.endsWith(' Hz')).length).toBeGreaterThanOrEqual(CHANGES - 1);
}

test('HLS plays in hls.js in Chromium with the title of each tone', async ({
  page: tab,
  stationhouse,
}) => {
  const player = await servePlayer(stationhouse.port);
  await tab.goto(player.url);
  await tab.getByRole('button', { name: 'Play' }).click();
  await tab.waitForFunction(hasHeardEnough, CHANGES, { timeout: 200_000, polling: 500 });
  expectRight('Chromium', await tab.evaluate(() => window.__report));
  player.stop();
});

test('HLS plays in hls.js in Firefox with the title of each tone', async ({ stationhouse }) => {
  test.skip(firefoxPath() === null, NO_FIREFOX);
  const player = await servePlayer(stationhouse.port);
  const firefox = await launchFirefox({ productPort: stationhouse.port, examplesPort: 0 });
  const tab = await firefox.newPage();
  await tab.goto(player.url);
  await tab.click('button');
  await tab.waitForFunction(hasHeardEnough, { timeout: 200_000, polling: 500 }, CHANGES);
  expectRight('Firefox', await tab.evaluate(() => window.__report));
  await firefox.close();
  player.stop();
});
