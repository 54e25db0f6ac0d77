import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, type TestContext } from 'vitest';
import { framesOf, loopStation, testProgramme } from '../../test/broadcast.ts';
import { loopStations } from '../../test/loop-stations.ts';
import type { AiredItem } from './on-air.ts';
import { loadOwnStations, ownAudioFolder, type OwnStations } from './own-stations.ts';
import { MP3_128_FRAME_BYTES as FRAME_BYTES, RENDITIONS, UNIT_MP3_FRAMES } from './renditions.ts';

/** Samples in a frame of MPEG-1 Layer III. */
const FRAME_SAMPLES = 1_152;
const UNIT_SAMPLES = UNIT_MP3_FRAMES * FRAME_SAMPLES;

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

function needsFfmpeg(context: TestContext): void {
  if (!hasFfmpeg) context.skip('ffmpeg is not installed, so nothing can be decoded');
}

/** ffmpeg's warnings about these bytes, and the decoded samples. */
async function decode(
  bytes: Buffer,
  format: 'mp3' | 'aac' = 'mp3',
): Promise<{ complaints: string; samples: number[] }> {
  const input = [
    '-v',
    'warning',
    '-err_detect',
    'crccheck+bitstream+buffer',
    '-f',
    format,
    '-i',
    'pipe:0',
  ];
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

const loudest = (samples: number[]): number =>
  samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

const timelineOf = (own: OwnStations, slug: string) => {
  const station = loopStations(own).get(slug);
  if (!station) throw new Error(`there is no station ${slug}`);
  return station.timeline;
};

describe('The audio of a listener', () => {
  it('decodes without an error over a minute that crosses the end of a track, with silence between', async (context) => {
    needsFfmpeg(context);
    const own = await loadOwnStations(ownAudioFolder(), false);
    const [first] = timelineOf(own, 'demo').itemsBetween(0, 1);
    const seam = (first?.ends_unit ?? 0) * UNIT_MP3_FRAMES;
    const minute = framesOf(own, 'demo')(seam - 1_250, seam + 1_250);
    const { complaints, samples } = await decode(minute);
    expect(complaints).toBe('');
    expect(samples.length).toBe(2_500 * FRAME_SAMPLES);
    // A decoder is 529 samples late.
    const atSeam = 1_250 * FRAME_SAMPLES + 529;
    expect(loudest(samples.slice(atSeam - 500, atSeam + 500))).toBeLessThanOrEqual(2);
    expect(loudest(samples.slice(-48_000))).toBeGreaterThan(500);
  });

  it('decodes without an error when pieces of a track are joined in any order', async (context) => {
    needsFfmpeg(context);
    const own = await loadOwnStations(ownAudioFolder(), false);
    const [audio = Buffer.alloc(0)] = own.sounds.values();
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
    const own = await loadOwnStations(ownAudioFolder(), true);
    const airings = timelineOf(own, 'tones').itemsBetween(0, 420);
    expect(airings).toHaveLength(10);
    const frequencies = airings.map(({ item }) => Number.parseFloat(item.title));
    const bytes = framesOf(own, 'tones');
    for (const { starts_unit, item } of airings) {
      const frame = starts_unit * UNIT_MP3_FRAMES;
      const { complaints, samples } = await decode(bytes(frame + 100, frame + 120));
      expect(complaints).toBe('');
      // The decoder starts with silence.
      const heard = strongest(samples.slice(5_000, 15_000), frequencies);
      expect(`${heard} Hz`).toBe(item.title);
    }
  });

  it.each(['mp3_128', 'mp3_192', 'aac_64'] as const)(
    'decodes without an error in %s where an item is cut, which ends in silence',
    async (name) => {
      if (!hasFfmpeg) return;
      const own = await loadOwnStations(ownAudioFolder(), false);
      const { emergency: item } = own;
      const { cut } = await testProgramme(own);
      const airings: AiredItem[] = [
        { item, starts_unit: 0, ends_unit: 60 },
        { item, starts_unit: 60, ends_unit: 60 + item.units },
      ];
      const timeline = {
        itemsBetween: (from: number, to: number) =>
          airings.filter(({ starts_unit, ends_unit }) => starts_unit < to && ends_unit > from),
      };
      const rendition = RENDITIONS[name];
      const station = { ...loopStation([item]), timeline };
      const { bytes } = await cut(station, rendition, 0, 90);
      const { complaints, samples } = await decode(bytes, rendition.extension);
      expect(complaints.replace(/.*Estimating duration from bitrate.*\n/, '')).toBe('');
      expect(samples.length).toBe(90 * UNIT_SAMPLES);
      const at = 60 * UNIT_SAMPLES;
      expect(loudest(samples.slice(at - 3 * UNIT_SAMPLES, at - 2 * UNIT_SAMPLES))).toBeGreaterThan(
        100,
      );
      const seam = name === 'aac_64' ? at : at + 529;
      expect(loudest(samples.slice(seam, seam + 500))).toBeLessThanOrEqual(4);
      // No click: the steps between samples around the cut are no larger than within the music, whose drums are steep.
      const steps = (from: number, to: number) =>
        loudest(
          samples
            .slice(from, to)
            .map((sample, index) => sample - (samples[from + index - 1] ?? sample)),
        );
      expect(steps(at - 1_200, at + 1_200)).toBeLessThanOrEqual(steps(5_000, at - 2_000));
    },
  );
});
