import { spread } from './random.ts';
import type { Filter } from './signal.ts';
import { resonant, sampleRate, softLowPass } from './signal.ts';
import type { Voice } from './voices.ts';
import { place, turn } from './voices.ts';

/** Soft kick: a falling sine without a click. */
export const softKick: Voice = (target, note) => {
  let phase = 0;
  place(target, note.start, 0.8, 0, (time) => {
    phase += (47 + 62 * Math.exp(-time / 0.035)) / sampleRate;
    const rise = Math.min(1, time / 0.004);
    return 0.8 * note.velocity * rise * Math.exp(-time / 0.13) * Math.sin(turn * phase);
  });
};

/** Noise through filters, with a rise and a decay (seconds): every brushed and shaken sound. */
function noise(filters: () => readonly Filter[], rise: number, decay: number, pan: number): Voice {
  return (target, note, random) => {
    const chain = filters();
    place(target, note.start, rise + decay * 7, pan, (time) => {
      const level = time < rise ? (time / rise) ** 2 : Math.exp((rise - time) / decay);
      const hiss = chain.reduce((sample, filter) => filter(sample), spread(random, 1));
      return 0.5 * note.velocity * level * hiss;
    });
  };
}

/** A brushed cymbal's short tick. */
export const brushedHat = noise(
  () => [resonant('high', 5200, 0.7), softLowPass(9500)],
  0.004,
  0.035,
  0.25,
);

/** A shaker: the grains arrive over some milliseconds. */
export const shaker = noise(
  () => [resonant('band', 5600, 0.8), softLowPass(9000)],
  0.03,
  0.03,
  -0.3,
);

/** A brush swept over a snare drum's head. */
export const brushSweep = noise(
  () => [resonant('band', 2600, 0.6), softLowPass(5500)],
  0.09,
  0.11,
  -0.1,
);

/** A brush tapped on a snare drum's head. */
export const brushTap = noise(
  () => [resonant('band', 1500, 0.5), softLowPass(5000)],
  0.003,
  0.06,
  0.05,
);

/** A stick laid across the rim: two short tones of wood. */
export const rim: Voice = (target, note) => {
  place(target, note.start, 0.2, 0.15, (time) => {
    const wood = Math.sin(turn * 1680 * time) * Math.exp(-time / 0.012);
    const shell = Math.sin(turn * 420 * time) * Math.exp(-time / 0.03);
    return 0.3 * note.velocity * Math.min(1, time / 0.001) * (wood + 0.8 * shell);
  });
};
