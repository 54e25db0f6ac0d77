/**
 * Mixes: the few seconds in which two items overlap, made once for all listeners of a station, beside a Liquidsoap
 * process that decodes and encodes the station day and night.
 */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testItem } from '../platform-api/test/schedules.ts';
import { SAMPLE_RATE, UNIT_SAMPLES } from '../platform-api/src/audio/unit.ts';
import { CONTEXT_UNITS, mixedItems, mixSpans } from '../platform-api/src/broadcast/mix-spans.ts';
import { atLocation } from '../platform-api/src/broadcast/on-air.ts';
import { createEmbeddedEngine } from '../platform-api/src/preparation/embedded-engine.ts';
import { openFfmpeg } from '../platform-api/src/preparation/ffmpeg.ts';
import type { MediaEngine, RenditionName } from '../platform-api/src/preparation/media-engine.ts';
import type { MixOrder, MixPart } from '../platform-api/src/preparation/mix.ts';
import { PreparerThread } from '../platform-api/src/preparation/preparer.ts';
import { prepareSound, type PreparedSound } from '../platform-api/src/preparation/prepare-sound.ts';
import { median, skipped, spread, type Figure } from './figure.ts';
import { measureLiquidsoap } from './liquidsoap.ts';
import { treeCpuSeconds } from './process-cost.ts';
import { makeFolder, missing, removeFolder } from './programs.ts';

const SEGUE = 'CPU of a five-second segue in MP3 128, in ms';
const EMBEDDED = 'the same by the embedded engine, in ms';
const WINDOW =
  'CPU of an announcement of four seconds at one location, mixed over the music, in ms';
const STATIONS = 200;
const HOUR = `CPU of all mixes of ${STATIONS} stations with listeners, each with a programme of its own`;

const SECONDS = 5;
const UNITS = Math.round((SECONDS * SAMPLE_RATE) / UNIT_SAMPLES);
const ROUNDS = 5;
/** Made together, as those of different stations are; the times of processes are counted in steps of 10 ms. */
const MIXES = 8;
const RUNS = 2;

/** The usual length of a song. */
const SONG_SECONDS = 210;
const SEGUES_PER_HOUR = STATIONS * (3_600 / (SONG_SECONDS - SECONDS));

const LIQUIDSOAP_MS = 60_000;

const MAX_MS = 100;
const MAX_PERCENT = 15;
/** The embedded engine is the way without ffmpeg, not the fast one. */
const MAX_EMBEDDED_RATIO = 10;

/** Two tracks with chords, beats and noise. */
const track = (base: number): string =>
  `aevalsrc='0.25*sin(2*PI*${base}*t*(1+floor(mod(t*2,4))/12))+0.4*sin(2*PI*60*t)*exp(-9*mod(t,0.5))+0.1*(random(0)-0.5)*exp(-20*mod(t,0.25))` +
  `|0.25*sin(2*PI*${base * 1.26}*t)+0.4*sin(2*PI*60*t)*exp(-9*mod(t,0.5))+0.1*(random(1)-0.5)*exp(-20*mod(t,0.25))'`;
const TRACK_SECONDS = 12;

/** The announcement at one location, in units. */
const SAID_FROM = 32;
const SAID_UNITS = 22;

/** Measures for about three minutes. Linux only. */
export async function benchMixing(): Promise<Figure[]> {
  const names = [SEGUE, EMBEDDED, WINDOW, HOUR];
  if (process.platform !== 'linux') {
    return names.map((name) => skipped(name, 'the cost of a process is read from /proc'));
  }
  const reason = missing('ffmpeg');
  if (reason !== null) return names.map((name) => skipped(name, reason));
  const program = spawnSync('sh', ['-c', 'command -v ffmpeg'], { encoding: 'utf8' }).stdout.trim();
  const engine = await openFfmpeg(program);
  if (!engine) return names.map((name) => skipped(name, 'ffmpeg lacks encoders'));
  const folder = await makeFolder('mixing');
  try {
    const sounds = [
      await prepare(engine, program, folder, track(220)),
      await prepare(engine, program, folder, track(277)),
    ];
    const thread = new PreparerThread(engine, program);
    const segues = await costs(thread, segueOf(sounds, 'mp3_128'), MIXES);
    const alone = await costs(thread, segueOf(sounds, 'mp3_128'), 1);
    const aac = await costs(thread, segueOf(sounds, 'aac_64'), MIXES);
    const windows = await costs(thread, windowOf(sounds), 1);
    const windowsTogether = await costs(thread, windowOf(sounds), MIXES);
    await thread.close();
    const other = new PreparerThread(createEmbeddedEngine(), null);
    const embedded = await costs(other, segueOf(sounds, 'mp3_128'), 1);
    await other.close();
    const peer = await measureLiquidsoap('crossfade', LIQUIDSOAP_MS);
    const ms = median(segues);
    const percent = (SEGUES_PER_HOUR * ms) / 36_000;
    const peerMs = peer ? peer.percent * 10 * SECONDS : NaN;
    const missingPeer = `skipped: ${missing('liquidsoap')}`;
    return [
      {
        name: SEGUE,
        ours: `${spread(segues, 0)}, ${MIXES} together; one alone ${spread(alone, 0)}; AAC 64 ${spread(aac, 0)}`,
        peer: peer
          ? `${peer.name} with crossfade, ${SECONDS} s of one station: ${peerMs.toFixed(0)}`
          : missingPeer,
        ratio: peer ? (ms / peerMs).toFixed(2) : '–',
        goal: `≤ ${MAX_MS} ms`,
        ok: ms <= MAX_MS,
      },
      {
        name: EMBEDDED,
        ours: spread(embedded, 0),
        peer: `with ffmpeg: ${spread(segues, 0)}`,
        ratio: (median(embedded) / ms).toFixed(1),
        goal: `≤ ${MAX_EMBEDDED_RATIO} times`,
        ok: median(embedded) <= ms * MAX_EMBEDDED_RATIO,
      },
      {
        name: WINDOW,
        ours: `${spread(windows, 0)} alone; ${MIXES} together ${spread(windowsTogether, 0)} each`,
        peer: `a segue alone: ${spread(alone, 0)}`,
        ratio: (median(windows) / median(alone)).toFixed(2),
        goal: `≤ ${MAX_MS} ms`,
        ok: median(windows) <= MAX_MS,
      },
      {
        name: HOUR,
        ours:
          `${percent.toFixed(1)} % of a core: ${SEGUES_PER_HOUR.toFixed(0)} segues an hour between songs of ` +
          `${SONG_SECONDS} s, MP3 128; with AAC 64 as well ${((percent * (ms + median(aac))) / ms).toFixed(1)} %`,
        peer: peer
          ? `${peer.name} with crossfade, one process ${peer.percent.toFixed(1)} % of a core, times ${STATIONS}: ` +
            `${((peer.percent * STATIONS) / 100).toFixed(1)} cores`
          : missingPeer,
        ratio: peer ? (percent / (peer.percent * STATIONS)).toFixed(3) : '–',
        goal: `≤ ${MAX_PERCENT} % of a core`,
        ok: percent <= MAX_PERCENT,
      },
    ];
  } finally {
    await removeFolder(folder);
  }
}

interface Sound {
  units: number;
  mp3: Buffer;
}

async function prepare(
  engine: MediaEngine,
  program: string,
  folder: string,
  source: string,
): Promise<Sound> {
  const path = join(folder, 'track.wav');
  const input = ['-f', 'lavfi', '-i', `${source}:s=${SAMPLE_RATE}:d=${TRACK_SECONDS}`];
  spawnSync(program, ['-v', 'error', '-y', ...input, path], { stdio: 'inherit' });
  const { signal } = new AbortController();
  const limits = { folder, signal, max_seconds: TRACK_SECONDS + 1 };
  const made: PreparedSound = await prepareSound(engine, path, limits);
  return { units: made.units, mp3: await readFile(made.renditions.mp3_128?.path ?? '') };
}

/** CPU ms of one mix in each round, of this process, its thread of preparation and the programs that it runs. */
async function costs(thread: PreparerThread, order: MixOrder, together: number): Promise<number[]> {
  const { signal } = new AbortController();
  const orders = Array.from({ length: together }, () => order);
  // The first loads the libraries.
  await thread.mix([order], { signal });
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await treeCpuSeconds(process.pid);
    for (let run = 0; run < RUNS; run += 1) await thread.mix(orders, { signal });
    rounds.push((((await treeCpuSeconds(process.pid)) - before) * 1_000) / (RUNS * together));
  }
  return rounds;
}

/** The end of one sound under the start of the other, with curves of equal power. */
function segueOf([one, other]: Sound[], rendition: RenditionName): MixOrder {
  if (!one || !other) throw new Error('two sounds are needed');
  const start = one.units - UNITS;
  const cut = ({ mp3, units }: Sound, from: number, to: number) =>
    mp3.subarray((from * mp3.length) / units, (to * mp3.length) / units);
  const curve = (gain: (angle: number) => number): MixPart['gains'] =>
    Array.from({ length: 101 }, (_, n) => [
      (n / 100) * UNITS * UNIT_SAMPLES,
      gain((n / 100) * (Math.PI / 2)),
    ]);
  const parts: MixPart[] = [
    {
      mp3: cut(one, start - CONTEXT_UNITS - 1, one.units),
      lead_units: 1,
      at_unit: -CONTEXT_UNITS,
      gains: curve(Math.cos),
    },
    {
      mp3: cut(other, 0, UNITS + CONTEXT_UNITS),
      lead_units: 0,
      at_unit: 0,
      gains: curve(Math.sin),
    },
  ];
  return { units: UNITS, context_units: CONTEXT_UNITS, parts, rendition };
}

/** Music of a station under the speech of one location, as its stream has it: one mix, because it lies between two grid lines. */
function windowOf([music, speech]: Sound[]): MixOrder {
  if (!music || !speech) throw new Error('two sounds are needed');
  const song = testItem('music', 'song', music.units);
  const said = testItem('announcement', 'said', SAID_UNITS);
  const { timeline } = atLocation(
    {
      id: 'station',
      slug: 'station',
      name: 'Station',
      renditions: ['mp3_128'],
      timeline: { itemsBetween: () => [{ item: song, starts_unit: 0, ends_unit: music.units }] },
      localBetween: () => [
        { item: said, starts_unit: SAID_FROM, ends_unit: SAID_FROM + SAID_UNITS },
      ],
    },
    'location',
  );
  const spans = mixSpans(timeline, SAID_FROM, music.units);
  const [span] = spans;
  if (!span || spans.length > 1) throw new Error('one mix was expected');
  const parts = mixedItems(timeline, span).map(
    ({ item, starts_unit, from, to, gains }): MixPart => {
      const sound = item === song ? music : speech;
      const first = from - starts_unit;
      const lead_units = first > 0 ? 1 : 0;
      const bytes = sound.mp3.length / sound.units;
      const mp3 = sound.mp3.subarray((first - lead_units) * bytes, (to - starts_unit) * bytes);
      return { mp3, lead_units, at_unit: from - span.from, gains };
    },
  );
  return { units: span.to - span.from, context_units: CONTEXT_UNITS, parts, rendition: 'mp3_128' };
}
