import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, type TestContext } from 'vitest';
import { loadProgrammes, ownAudioFolder } from './load-programmes.ts';
import { createProgramme, FRAME_BYTES } from './programme.ts';

/** Samples in a frame of MPEG-1 Layer III. */
const FRAME_SAMPLES = 1_152;

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

function needsFfmpeg(context: TestContext): void {
  if (!hasFfmpeg) context.skip('ffmpeg is not installed, so nothing can be decoded');
}

/** ffmpeg's warnings about these bytes, and the decoded samples. */
async function decode(bytes: Buffer): Promise<{ complaints: string; samples: number[] }> {
  const input = ['-v', 'warning', '-f', 'mp3', '-i', 'pipe:0'];
  const ffmpeg = spawn('ffmpeg', [...input, '-ac', '1', '-f', 's16le', 'pipe:1']);
  const out: Buffer[] = [];
  let complaints = '';
  ffmpeg.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  ffmpeg.stderr.on('data', (chunk: Buffer) => (complaints += String(chunk)));
  ffmpeg.stdin.end(bytes);
  await once(ffmpeg, 'close');
  const pcm = Buffer.concat(out);
  const samples = Array.from({ length: pcm.length / 2 }, (_, index) => pcm.readInt16LE(index * 2));
  return { complaints, samples };
}

/** The strongest of the frequencies, by the Goertzel algorithm. */
function strongest(samples: number[], frequencies: number[]): number | undefined {
  const power = (frequency: number) => {
    const step = (2 * Math.PI * frequency) / 48_000;
    const re = samples.reduce((sum, sample, index) => sum + sample * Math.cos(step * index), 0);
    const im = samples.reduce((sum, sample, index) => sum + sample * Math.sin(step * index), 0);
    return re ** 2 + im ** 2;
  };
  return frequencies.toSorted((a, b) => power(b) - power(a))[0];
}

describe('The audio of a listener', () => {
  it('decodes without an error over a minute that crosses the end of a track', async (context) => {
    needsFfmpeg(context);
    const [demo] = await loadProgrammes(ownAudioFolder(), false);
    const { endsFrame } = demo?.programme.airingAt(0) ?? { endsFrame: 0 };
    const minute = demo?.programme.bytes(endsFrame - 1_250, endsFrame + 1_250) ?? Buffer.alloc(0);
    const { complaints, samples } = await decode(minute);
    expect(complaints).toBe('');
    expect(samples.length).toBe(2_500 * FRAME_SAMPLES);
    expect(Math.max(...samples.slice(-48_000))).toBeGreaterThan(500);
  });

  it('decodes without an error when pieces of a track are joined in any order', async (context) => {
    needsFfmpeg(context);
    const [demo] = await loadProgrammes(ownAudioFolder(), false);
    const { track } = demo?.programme.airingAt(0) ?? {};
    const audio = track?.audio ?? Buffer.alloc(0);
    const count = audio.length / FRAME_BYTES;
    // 400 pieces of 1 to 9 frames from all over the track, always the same ones.
    const pieces = Array.from({ length: 400 }, (_, index) => {
      const from = (index * 7_919) % (count - 9);
      return audio.subarray(from * FRAME_BYTES, (from + 1 + (index % 9)) * FRAME_BYTES);
    });
    const cutUp = Buffer.concat(pieces);
    const { complaints, samples } = await decode(cutUp);
    expect(complaints).toBe('');
    expect(samples.length).toBe((cutUp.length / FRAME_BYTES) * FRAME_SAMPLES);
  });

  it('is, on tones, the tone in the title', async (context) => {
    needsFfmpeg(context);
    const [, tones] = await loadProgrammes(ownAudioFolder(), true);
    const programme = tones?.programme ?? createProgramme([]);
    const airings = Array.from({ length: 10 }, (_, index) => programme.airingAt(index * 334));
    const frequencies = airings.map(({ track }) => Number.parseFloat(track.title));
    for (const { startedFrame, track } of airings) {
      const { complaints, samples } = await decode(
        programme.bytes(startedFrame + 100, startedFrame + 120),
      );
      expect(complaints).toBe('');
      // The decoder starts with silence.
      const heard = strongest(samples.slice(5_000, 15_000), frequencies);
      expect(`${heard} Hz`).toBe(track.title);
    }
  });
});
