import { EDGE_SAMPLES, UNIT_SAMPLES } from '../audio/unit.ts';
import type { EncodePlan, Loudness } from './media-engine.ts';

/** Every item is this loud, integrated by EBU R128, in LUFS. A result within this of it is not encoded again. */
const TARGET_LUFS = -16;
const TOLERANCE_LU = 0.7;

/** True peaks of a finished file, in dBTP. Before encoding they stay lower: encoding adds up to 0.9 dB. */
export const MAX_TRUE_PEAK = -1;
export const CEILING = -2;

/** More limiting than this is heard, in dB. Such an item stays quieter and is marked. */
const MAX_LIMITING = 3;

/** How an item becomes as loud as all others. */
export interface Level {
  plan: EncodePlan;
  /** True peak before any gain, in dBTP. */
  true_peak: number;
  /** More gain would need too much limiting. */
  most_gain_db: number;
}

/** @param part the audible samples */
export function planLevel(
  { lufs, true_peak }: Loudness,
  { from, to }: { from: number; to: number },
): Level {
  const most_gain_db = CEILING + MAX_LIMITING - true_peak;
  const gain_db = Math.min(TARGET_LUFS - lufs, most_gain_db);
  const whole = EDGE_SAMPLES + (to - from) + EDGE_SAMPLES;
  const samples = Math.ceil(whole / UNIT_SAMPLES) * UNIT_SAMPLES;
  const ceiling_db = ceilingFor(true_peak + gain_db);
  return { plan: { from, to, gain_db, ceiling_db, samples }, true_peak, most_gain_db };
}

const ceilingFor = (peak: number): number | null => (peak > CEILING ? CEILING : null);

/**
 * Corrects a level whose result was too loud or too quiet: encoding takes high notes away and raises peaks.
 * @returns null when the result is as good as it can be
 */
export function correctLevel(level: Level, results: readonly Loudness[]): Level | null {
  const { plan, true_peak, most_gain_db } = level;
  const excess = Math.max(...results.map((result) => result.true_peak)) - MAX_TRUE_PEAK;
  if (excess > 0) {
    // Limited rather than quieter: what an encoder adds to short peaks does not shrink with the gain.
    const ceiling_db = (plan.ceiling_db ?? true_peak + plan.gain_db) - excess - 0.1;
    const overLimit = true_peak + plan.gain_db - ceiling_db - MAX_LIMITING;
    const gain_db = plan.gain_db - Math.max(0, overLimit);
    // From now on it only becomes quieter.
    return { true_peak, most_gain_db: gain_db, plan: { ...plan, gain_db, ceiling_db } };
  }
  const missing = TARGET_LUFS - loudnessOf(results);
  if (Math.abs(missing) <= TOLERANCE_LU) return null;
  const gain_db = Math.min(plan.gain_db + missing, most_gain_db);
  if (Math.abs(gain_db - plan.gain_db) < 0.1) return null;
  const ceiling_db = plan.ceiling_db ?? ceilingFor(true_peak + gain_db);
  return { ...level, plan: { ...plan, gain_db, ceiling_db } };
}

/** Whether an item stayed quieter than the others. */
export const isQuieter = (results: readonly Loudness[]): boolean =>
  loudnessOf(results) < TARGET_LUFS - TOLERANCE_LU;

/** The middle of all renditions. */
function loudnessOf(results: readonly Loudness[]): number {
  const all = results.map(({ lufs }) => lufs);
  return (Math.max(...all) + Math.min(...all)) / 2;
}
