import type { Stereo } from './signal.ts';
import { biquad, sampleAt, sampleRate } from './signal.ts';

/** The K weighting of ITU-R BS.1770 at 48 kHz: a shelf for the head, then a high-pass. */
function weighted(samples: Float32Array): Float32Array {
  const shelf = biquad(
    1.53512485958697,
    -2.69169618940638,
    1.19839281085285,
    -1.69065929318241,
    0.73248077421585,
  );
  const highPass = biquad(1, -2, 1, -1.99004745483398, 0.99007225036621);
  return samples.map((sample) => highPass(shelf(sample)));
}

const asLoudness = (power: number): number => -0.691 + 10 * Math.log10(power);

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Integrated loudness in LUFS after ITU-R BS.1770-4: blocks of 400 ms every 100 ms, those under
 * -70 LUFS left out, then those 10 LU under the rest's mean.
 */
export function loudness(signal: Stereo): number {
  const left = weighted(signal.left);
  const right = weighted(signal.right);
  const hop = sampleRate / 10;
  const hops: number[] = [];
  for (let start = 0; start + hop <= left.length; start += hop) {
    let power = 0;
    for (let index = start; index < start + hop; index += 1) {
      power += sampleAt(left, index) ** 2 + sampleAt(right, index) ** 2;
    }
    hops.push(power / hop);
  }
  const blocks = hops.slice(3).map((_, index) => mean(hops.slice(index, index + 4)));
  const audible = blocks.filter((power) => asLoudness(power) > -70);
  const gate = asLoudness(mean(audible)) - 10;
  return asLoudness(mean(audible.filter((power) => asLoudness(power) > gate)));
}
