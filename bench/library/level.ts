/** How loud prepared files are, measured by a run of ffmpeg of its own. */
import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LIBRARY_SECONDS } from '../../platform-api/contract/library/values.ts';
import { createEmbeddedEngine } from '../../platform-api/src/preparation/embedded-engine.ts';
import type { MediaEngine } from '../../platform-api/src/preparation/media-engine.ts';
import { prepareSound } from '../../platform-api/src/preparation/prepare-sound.ts';
import type { Figure } from '../figure.ts';

const run = promisify(execFile);

const TARGET_LUFS = -16;
const MAX_DEVIATION = 1;
const MAX_TRUE_PEAK = -1;

const NOTES =
  '0.2*sin(2*PI*220*t*(1+floor(mod(t*2,4))/12))+0.1*sin(2*PI*1760*t)*lt(mod(t,0.5),0.1)';

/** Sounds that are hard to level, each as loud as recordings are that arrive. */
const SOUNDS: Record<string, string> = {
  music: `aevalsrc='${NOTES}|${NOTES}'`,
  'quiet music': `aevalsrc='0.02*(${NOTES})|0.02*(${NOTES})'`,
  'clipped music': `aevalsrc='clip(9*(${NOTES}),-1,1)|clip(9*(${NOTES}),-1,1)'`,
  'one channel': `aevalsrc='${NOTES}|0'`,
  'opposite channels': `aevalsrc='${NOTES}|-1*(${NOTES})'`,
  'white noise': "aevalsrc='0.5*(random(0)*2-1)|0.5*(random(1)*2-1)'",
  'a low tone': "aevalsrc='0.9*sin(2*PI*50*t)|0.9*sin(2*PI*50*t)'",
  'a high tone': "aevalsrc='0.9*sin(2*PI*11000*t)|0.9*sin(2*PI*11000*t)'",
  speech: "aevalsrc='0.4*lt(mod(t,1.7),1.1)*sin(2*PI*170*t)*abs(sin(2*PI*4*t))'",
  'beats with gaps': "aevalsrc='0.9*sin(2*PI*80*t)*exp(-12*mod(t,0.5))'",
  'a swell': "aevalsrc='0.9*(t/12)*sin(2*PI*440*t)|0.9*(t/12)*sin(2*PI*554*t)'",
  clicks: "aevalsrc='if(lt(mod(t,1),0.004),0.9*sin(2*PI*440*t),0.01*sin(2*PI*300*t))'",
};

const ENDINGS = ['wav', 'mp3', 'm4a', 'flac'] as const;
const SECONDS = 12;

interface Result {
  name: string;
  lufs: number;
  true_peak: number;
  /** It would need too much limiting, and is marked. */
  is_quieter: boolean;
}

/** Prepares sounds of every kind with both engines, and measures each rendition. */
export async function levelFigure(given: {
  engine: MediaEngine;
  program: string;
  folder: string;
}): Promise<Figure> {
  const { engine, program, folder } = given;
  const results: Result[] = [];
  for (const [n, [name, source]] of Object.entries(SOUNDS).entries()) {
    const ending = ENDINGS[n % ENDINGS.length] ?? 'wav';
    const path = join(folder, `level.${ending}`);
    const tone = `${source}:s=44100:d=${SECONDS}`;
    await run(program, ['-v', 'error', '-y', '-f', 'lavfi', '-i', tone, path]);
    results.push(...(await measureAll(given, { path, name, engine })));
    if (ending === 'mp3') {
      results.push(...(await measureAll(given, { path, name, engine: createEmbeddedEngine() })));
    }
  }
  const level = results.filter(({ is_quieter }) => !is_quieter);
  const deviation = (result: Result) => Math.abs(result.lufs - TARGET_LUFS);
  const [furthest] = level.toSorted((a, b) => deviation(b) - deviation(a));
  const [highest] = results.toSorted((a, b) => b.true_peak - a.true_peak);
  if (!furthest || !highest) throw new Error('nothing was measured');
  return {
    name: `${results.length} renditions of ${Object.keys(SOUNDS).length} sounds, as another run of ffmpeg measures them`,
    ours:
      `furthest from ${TARGET_LUFS} LUFS: ${furthest.lufs.toFixed(1)} (${furthest.name}); ` +
      `highest true peak: ${highest.true_peak.toFixed(1)} dBTP (${highest.name}); ` +
      `${results.length - level.length} marked as quieter`,
    peer: '–',
    ratio: '–',
    goal: `within ${MAX_DEVIATION} LU unless marked, at most ${MAX_TRUE_PEAK} dBTP`,
    ok: deviation(furthest) <= MAX_DEVIATION && highest.true_peak <= MAX_TRUE_PEAK,
  };
}

async function measureAll(
  { program, folder }: { program: string; folder: string },
  { path, name, engine }: { path: string; name: string; engine: MediaEngine },
): Promise<Result[]> {
  const work = join(folder, 'level');
  await mkdir(work);
  const { signal } = new AbortController();
  const limits = { folder: work, signal, max_seconds: LIBRARY_SECONDS.max };
  const { renditions, is_quieter } = await prepareSound(engine, path, limits);
  const results: Result[] = [];
  for (const [rendition, made] of Object.entries(renditions)) {
    const meter = ['-af', 'ebur128=peak=true', '-f', 'null', '-'];
    const { stderr } = await run(program, ['-hide_banner', '-nostats', '-i', made.path, ...meter]);
    const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
    const lufs = Number(/I:\s+(\S+) LUFS/.exec(summary)?.[1]);
    const true_peak = Number(/Peak:\s+(\S+) dBFS/.exec(summary)?.[1]);
    results.push({ name: `${name}, ${engine.name}, ${rendition}`, lufs, true_peak, is_quieter });
  }
  await rm(work, { recursive: true });
  return results;
}
