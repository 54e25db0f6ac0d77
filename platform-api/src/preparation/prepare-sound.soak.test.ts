import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LIBRARY_SECONDS } from '../../contract/library/values.ts';
import { flacBomb } from '../../test/flac-bomb.ts';
import { ffmpegEngine, folder, makeSound } from '../../test/sounds.ts';
import { prepareSound } from './prepare-sound.ts';

const HOURS = 3_600;
const PATIENCE = { timeout: 30 * 60_000 };

async function limits() {
  return {
    folder: await folder(),
    signal: new AbortController().signal,
    max_seconds: LIBRARY_SECONDS.max,
  };
}

test('six hours of silence are refused as silence', PATIENCE, async (context) => {
  const engine = await ffmpegEngine(context);
  const options = { source: 'aevalsrc=0|0', rate: 8_000, seconds: 6 * HOURS - 1 };
  const path = await makeSound('silence.flac', options);
  await expect(prepareSound(engine, path, await limits())).rejects.toMatchObject({
    problem: 'silent',
  });
});

test(
  'a few kilobytes that play for two days are refused as too long',
  PATIENCE,
  async (context) => {
    const engine = await ffmpegEngine(context);
    const bomb = flacBomb(4 * HOURS);
    expect(bomb.length).toBeLessThan(64 * 1024);
    const path = join(await folder(), 'bomb.flac');
    // Two days at 8 kHz need more frames than two bytes can count: the same ones again.
    await writeFile(path, Buffer.concat([bomb, ...Array(11).fill(bomb.subarray(42))]));
    await expect(prepareSound(engine, path, await limits())).rejects.toMatchObject({
      problem: 'too_long',
    });
  },
);
