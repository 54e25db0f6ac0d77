import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ownAudioFolder } from '../platform-api/src/broadcast/own-stations.ts';
import { cpuSeconds, residentBytes } from './process-cost.ts';
import { findProgram, makeFolder, removeFolder, startProgram } from './programs.ts';

const SETTLE_MS = 10_000;

/** A Liquidsoap process that has played for a while. */
export interface LiquidsoapCost {
  /** With its version. */
  name: string;
  /** Of a core. */
  percent: number;
  bytes: number;
}

/**
 * One station as a Liquidsoap process that plays files again and again and encodes them as MP3 128.
 * @param how an operator around the playlist, such as `crossfade`
 * @returns null where it is not installed
 */
export async function measureLiquidsoap(
  how: string,
  windowMs: number,
): Promise<LiquidsoapCost | null> {
  const program = findProgram('liquidsoap');
  if (program === undefined) return null;
  const name = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.split('\n')[0] ?? '';
  const folder = await makeFolder('liquidsoap');
  const script = join(folder, 'station.liq');
  await writeFile(
    script,
    `settings.init.allow_root.set(true)
settings.log.file.set(false)
settings.log.stdout.set(false)
music = mksafe(${how}(playlist("${new URL('demo/', ownAudioFolder()).pathname}")))
output.file(%mp3(bitrate=128), "/dev/null", music)
`,
  );
  const station = startProgram(program, [script]);
  try {
    await delay(SETTLE_MS);
    const before = await cpuSeconds(station.pid);
    await delay(windowMs);
    const percent = (((await cpuSeconds(station.pid)) - before) / (windowMs / 1_000)) * 100;
    return { name, percent, bytes: await residentBytes(station.pid) };
  } finally {
    await station.stop();
    await removeFolder(folder);
  }
}
