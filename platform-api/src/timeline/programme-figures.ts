import { type Airing, type MissedItem } from './airing.ts';
import { songKey } from './hash.ts';
import type { Lateness, ProgrammeFigures } from './check-result.ts';

const HOUR_SECONDS = 60 * 60;
const GROUPS = {
  music: 'music',
  radio_id: 'speech',
  announcement: 'speech',
  commercial_spot: 'spots',
} as const;

/**
 * The figures of airings without gaps: of a simulation, of a preview, or of kept days. A second of speech over music counts
 * as speech.
 */
export function programmeFigures(
  { airings, voice_overs }: { airings: Airing[]; voice_overs: Airing[] },
  missed: MissedItem[],
): ProgrammeFigures {
  const units = { music: 0, speech: 0, spots: 0 };
  const late: Record<'radio_id' | 'break', number[]> = { radio_id: [], break: [] };
  const lastStarts = new Map<string, number>();
  let shortestRepeat: number | null = null;
  let broken = 0;
  for (const { starts_unit, ends_unit } of voice_overs) units.music -= ends_unit - starts_unit;
  for (const { item, rule, starts_unit, ends_unit } of [...airings, ...voice_overs]) {
    if (item.kind === 'pause') continue;
    units[GROUPS[item.kind]] += ends_unit - starts_unit;
    if (rule.kind === 'radio_id' || (rule.kind === 'break' && rule.position === 1)) {
      late[rule.kind].push(starts_unit - rule.due_unit);
    }
    if (rule.kind === 'music' && rule.broken_separation !== null) broken += 1;
    if (item.kind !== 'music') continue;
    const song = songKey(item);
    const last = lastStarts.get(song);
    if (last !== undefined) {
      shortestRepeat = Math.min(shortestRepeat ?? Infinity, starts_unit - last);
    }
    lastStarts.set(song, starts_unit);
  }
  const total = Math.max(1, units.music + units.speech + units.spots);
  const perHour = (part: number) => Math.round((part * HOUR_SECONDS) / total);
  const missedOf = (kind: MissedItem['kind']) => missed.filter((one) => one.kind === kind).length;
  return {
    radio_ids: latenessOf(late.radio_id, missedOf('radio_id')),
    breaks: latenessOf(late.break, missedOf('break')),
    seconds_per_hour: {
      music: perHour(units.music),
      speech: perHour(units.speech),
      spots: perHour(units.spots),
    },
    shortest_repeat_units: shortestRepeat,
    broken_separations: broken,
  };
}

/** Null when nothing of the kind was due. */
function latenessOf(late: number[], missed: number): Lateness | null {
  if (late.length + missed === 0) return null;
  const sorted = late.toSorted((one, other) => one - other);
  return {
    median_units: sorted[Math.floor(sorted.length / 2)] ?? 0,
    worst_units: sorted.at(-1) ?? 0,
    aired: late.length,
    missed,
  };
}
