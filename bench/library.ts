/**
 * Preparing audio for the air: a four-minute track in all renditions beside one ffmpeg command that makes the same
 * files, the embedded engine, the server's event loop while files are prepared, and how loud the results are. Then
 * the search through 100,000 tracks.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { LIBRARY_SECONDS } from '../platform-api/contract/library/values.ts';
import { createEmbeddedEngine } from '../platform-api/src/preparation/embedded-engine.ts';
import { openFfmpeg } from '../platform-api/src/preparation/ffmpeg.ts';
import type { MediaEngine } from '../platform-api/src/preparation/media-engine.ts';
import { prepareSound } from '../platform-api/src/preparation/prepare-sound.ts';
import { compare, median, skipped, spread, type Figure } from './figure.ts';
import { levelFigure } from './library/level.ts';
import { searchFigures } from './library/search.ts';
import { makeFolder, missing, removeFolder } from './programs.ts';

const SPEED = 'a track of 4 minutes in all renditions, seconds';
const EMBEDDED = 'the same by the embedded engine, MP3 128 only, seconds';
const LOOP = 'event loop of the server while 20 files are prepared, p99 delay in ms';

const SECONDS = 240;
const ROUNDS = 3;
const FILES = 20;
const MAX_RATIO = 1.2;
const MAX_DELAY_MS = 50;
/** The embedded engine makes one of three renditions; it is the way without ffmpeg, not the fast one. */
const MAX_EMBEDDED_RATIO = 5;

const TRACK =
  "aevalsrc='0.3*sin(2*PI*220*t*(1+floor(mod(t*2,4))/12))+0.1*sin(2*PI*1760*t)*lt(mod(t,0.5),0.1)+0.02*random(0)" +
  "|0.3*sin(2*PI*277*t)+0.1*sin(2*PI*1760*t)*lt(mod(t,0.5),0.1)+0.02*random(1)'";

/** Measures for about five minutes. Linux only. */
export async function benchLibrary(): Promise<Figure[]> {
  const search = await searchFigures();
  const reason = missing('ffmpeg');
  if (reason !== null)
    return [...search, ...[SPEED, EMBEDDED, LOOP].map((name) => skipped(name, reason))];
  const program = spawnSync('sh', ['-c', 'command -v ffmpeg'], { encoding: 'utf8' }).stdout.trim();
  const engine = await openFfmpeg(program);
  if (!engine) return [...search, skipped(SPEED, 'ffmpeg lacks encoders')];
  const folder = await makeFolder('library');
  try {
    const track = join(folder, 'track.mp3');
    const make = ['-f', 'lavfi', '-i', `${TRACK}:s=44100:d=${SECONDS}`, '-b:a', '256k', track];
    await seconds(() => run(program, make));
    const ours: number[] = [];
    const peers: number[] = [];
    const embedded: number[] = [];
    let peak = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const watch = watchChildren((bytes) => (peak = Math.max(peak, bytes)));
      ours.push(await seconds(() => prepare(engine, track, folder)));
      clearInterval(watch);
      peers.push(await seconds(() => run(program, peerCommand(track, folder))));
    }
    embedded.push(await seconds(() => prepare(createEmbeddedEngine(), track, folder)));
    const { ratio, text } = compare(ours, peers);
    return [
      {
        name: SPEED,
        ours: `${spread(ours, 1)}: ${(SECONDS / median(ours)).toFixed(1)} times real time, ${megabytes(peak)} MB at most`,
        peer: `one ffmpeg command that levels and makes the same three files: ${spread(peers, 1)}`,
        ratio: text,
        goal: `at most ${MAX_RATIO}`,
        ok: ratio <= MAX_RATIO,
      },
      {
        name: EMBEDDED,
        ours: `${spread(embedded, 1)}: ${(SECONDS / median(embedded)).toFixed(1)} times real time`,
        peer: `with ffmpeg, three renditions: ${spread(ours, 1)}`,
        ratio: compare(embedded, ours.slice(0, 1)).text,
        goal: `at most ${MAX_EMBEDDED_RATIO}`,
        ok: median(embedded) / median(ours) <= MAX_EMBEDDED_RATIO,
      },
      await eventLoop(engine, program, folder),
      await levelFigure({ engine, program, folder }),
      ...search,
    ];
  } finally {
    await removeFolder(folder);
  }
}

/** This process is the server: decoded audio passes through it. */
async function eventLoop(engine: MediaEngine, program: string, folder: string): Promise<Figure> {
  const short = join(folder, 'short.wav');
  await run(program, ['-f', 'lavfi', '-i', `${TRACK}:s=44100:d=30`, short]);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  for (let file = 0; file < FILES; file += 1) await prepare(engine, short, folder);
  delay.disable();
  const ms = delay.percentile(99) / 1e6;
  return {
    name: LOOP,
    ours: ms.toFixed(1),
    peer: '–',
    ratio: '–',
    goal: `at most ${MAX_DELAY_MS}`,
    ok: ms <= MAX_DELAY_MS,
  };
}

async function prepare(engine: MediaEngine, path: string, parent: string): Promise<void> {
  const folder = join(parent, 'work');
  await mkdir(folder);
  const { signal } = new AbortController();
  await prepareSound(engine, path, { folder, signal, max_seconds: LIBRARY_SECONDS.max });
  await rm(folder, { recursive: true });
}

/** Levels in one pass, and encodes the same three files. */
function peerCommand(track: string, folder: string): string[] {
  const graph = '[0:a]loudnorm=I=-16:TP=-1,aresample=48000,asplit=3[a][b][c]';
  const mp3 = (kbps: number) => `-c:a libmp3lame -b:a ${kbps}k -reservoir 0`.split(' ');
  return [
    ['-i', track, '-filter_complex', graph],
    ['-map', '[a]', mp3(128), join(folder, 'a.mp3')],
    ['-map', '[b]', mp3(192), join(folder, 'b.mp3')],
    ['-map', '[c]', '-c:a', 'aac', '-b:a', '64k', join(folder, 'c.aac')],
  ].flat(2);
}

async function run(program: string, args: string[]): Promise<void> {
  const child = spawn(program, ['-v', 'error', '-nostdin', '-y', ...args], { stdio: 'inherit' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

/** Looks at the peak memory of this process's children. */
function watchChildren(seen: (bytes: number) => void): NodeJS.Timeout {
  return setInterval(async () => {
    for (const task of await readdir('/proc/self/task').catch(() => [])) {
      const list = await readFile(`/proc/self/task/${task}/children`, 'utf8').catch(() => '');
      for (const pid of list.split(' ').filter(Boolean)) {
        const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
        seen(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024);
      }
    }
  }, 100);
}

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(0);
