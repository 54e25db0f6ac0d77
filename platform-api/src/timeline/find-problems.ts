import { MINUTE_MS } from '../../contract/time.ts';
import { byStart, UNIT_MS, type Airing, type MissedItem } from './airing.ts';
import { compile, type CompiledSchedule } from './compiled-schedule.ts';
import type { Schedule } from './schedule.ts';
import type { ProblemCode } from './check-result.ts';
import type { SimulatedDay } from './simulate.ts';

/** A rule that a simulation did not keep. */
export interface FoundProblem {
  code: ProblemCode;
  playlist_id: string | null;
  fixed_item_id: string | null;
}

const MISSED_CODES = {
  radio_id: 'radio_ids_missed',
  break: 'breaks_missed',
  fixed_item: 'fixed_item_missed',
} as const;

/** The problems of simulated days, each as often as it occurs. Days follow each other. */
export class ProblemFinder {
  readonly #schedule: CompiledSchedule;
  #isMusicSinceBreak = true;

  constructor(schedule: Schedule) {
    this.#schedule = compile(schedule);
  }

  problemsOf({ airings, voice_overs, missed }: SimulatedDay): FoundProblem[] {
    return [
      ...byStart(airings, voice_overs).flatMap((airing) => this.#problemOf(airing) ?? []),
      ...missed.flatMap((one) => this.#problemOfMissed(one) ?? []),
    ];
  }

  #problemOf({ item, rule, starts_unit }: Airing): FoundProblem | null {
    const isMusicSinceBreak = this.#isMusicSinceBreak;
    if (item.kind === 'music') this.#isMusicSinceBreak = true;
    if (rule.kind === 'music' && rule.broken_separation !== null) {
      const code = rule.broken_separation === 'title' ? 'title_repeats' : 'artist_repeats';
      return { code, playlist_id: rule.playlist_id, fixed_item_id: null };
    }
    if (rule.kind === 'fixed_item' && rule.is_hard && starts_unit > rule.due_unit) {
      const { fixed_item_id } = rule;
      return { code: 'fixed_items_collide', playlist_id: null, fixed_item_id };
    }
    if (rule.kind !== 'break' || rule.position > 1) return null;
    this.#isMusicSinceBreak = false;
    if (isMusicSinceBreak) return null;
    return { code: 'no_music_between_breaks', playlist_id: null, fixed_item_id: null };
  }

  /** Null for what a revision or the clock has dropped, and for moments that come too early after another one, at midnight or where the clock changes. */
  #problemOfMissed({ kind, reason, fixed_item_id, due_unit }: MissedItem): FoundProblem | null {
    if (reason !== 'overtaken') return null;
    const { schedule, radioIds, breaks } = this.#schedule;
    const [rule, rotation] =
      kind === 'radio_id' ? [schedule.radio_ids, radioIds] : [schedule.breaks, breaks];
    const next = kind === 'fixed_item' ? null : rotation?.moments.after(due_unit);
    if (rule && next) {
      const interval = (rule.every_minutes * MINUTE_MS) / UNIT_MS;
      // Moments are rounded up to units.
      if (next.unit - due_unit < interval - 1) return null;
    }
    return { code: MISSED_CODES[kind], playlist_id: null, fixed_item_id };
  }
}
