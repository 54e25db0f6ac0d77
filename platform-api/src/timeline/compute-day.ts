import { createHash } from 'node:crypto';
import { DAY_UNITS, type Airing, type AiringRule, type Item, type MissedItem } from './airing.ts';
import { compile, type CompiledSchedule } from './compiled-schedule.ts';
import type { DayInputs, TimelineDay, TimelineState } from './day.ts';
import { DueItems, type Decision } from './due-items.ts';
import { MusicRotation } from './music-rotation.ts';
import type { Pause, Revision } from './schedule.ts';
import { revisionUnit, SortedInputs } from './sorted-inputs.ts';

/**
 * Computes what a station airs in a UTC day: a pure function, so every replica gives the same answer. An item belongs
 * to the day in which it starts.
 * @throws Error when `state` is of another day, or its revision is missing
 */
export function computeDay(inputs: DayInputs): TimelineDay {
  const { day, state } = inputs;
  const sorted = new SortedInputs(inputs);
  const { first } = sorted;
  const end = (day + 1) * DAY_UNITS;
  const unit = state?.unit ?? (first ? revisionUnit(first) : end);
  if (unit < day * DAY_UNITS) throw new Error(`Day ${day} needs the state of the day before`);
  if (first === null || (state === null && unit >= end)) return finished(day, [], [], null);
  const computation = new DayComputation(state, unit, first, sorted);
  while (computation.unit < end) computation.airNext();
  return finished(day, computation.airings, computation.missed, computation.state());
}

/** One station's airings, item by item. */
class DayComputation {
  readonly airings: Airing[] = [];
  /** The end of the last airing: the first unit to decide. */
  unit: number;
  readonly #inputs: SortedInputs;
  #revision: Revision;
  #schedule: CompiledSchedule;
  readonly #due: DueItems;
  readonly #music: MusicRotation;

  constructor(state: TimelineState | null, unit: number, first: Revision, inputs: SortedInputs) {
    this.unit = unit;
    this.#inputs = inputs;
    this.#revision = first;
    this.#schedule = compile(first.schedule);
    this.#due = new DueItems(this.#schedule, state, unit);
    this.#music = new MusicRotation(this.#schedule, state);
  }

  get missed(): MissedItem[] {
    return this.#due.missed;
  }

  /** Decides what airs from `unit` on. */
  airNext(): void {
    const pause = this.#inputs.pauseAt(this.unit);
    // What is due in a pause is neither aired nor missed.
    if (pause) this.#due.passOver(this.unit);
    this.#due.collect(this.unit);
    const revision = this.#inputs.takeRevision(this.unit);
    if (revision) this.#putInForce(revision);
    if (pause) return this.#airPause(pause);
    const decision =
      this.#due.fixedItem(true) ??
      this.#unlessCut(this.#unlessRepeated(this.#insertedItem())) ??
      this.#unlessCut(this.#unlessRepeated(this.#due.fixedItem(false))) ??
      this.#unlessCut(this.#due.itemOfBreak(this.unit)) ??
      this.#unlessCut(this.#due.radioId(this.unit));
    decision?.take();
    this.#air(decision ?? this.#music.take(this.unit, this.#due.nextUnit(this.unit)));
  }

  /** The state from which the next day continues. */
  state(): TimelineState {
    const { playlists, owed, recent } = this.#music.state(this.unit);
    const { bags, ...due } = this.#due.state();
    return {
      algorithm: this.#schedule.schedule.algorithm,
      unit: this.unit,
      revision_id: this.#revision.id,
      bags: { playlists, ...bags },
      owed,
      recent,
      ...due,
      last_insertion: this.#inputs.lastInsertion,
    };
  }

  #putInForce(revision: Revision): void {
    this.#revision = revision;
    this.#schedule = compile(revision.schedule);
    this.#due.change(this.#schedule, this.unit);
    this.#music.change(this.#schedule);
  }

  #insertedItem(): Decision | null {
    const inserted = this.#inputs.insertedItem(this.unit);
    return (
      inserted && {
        item: inserted.item,
        rule: { kind: 'insertion', insertion_id: inserted.id },
        take: () => this.#inputs.takeInsertedItem(),
      }
    );
  }

  /** Null for the song that aired last: it waits until another one has aired. */
  #unlessRepeated(decision: Decision | null): Decision | null {
    return decision && this.#music.wouldRepeat(decision.item, this.unit) ? null : decision;
  }

  /**
   * Null for an item that the next pause or hard item would cut: it waits, and music fills the time. An item too long to fit
   * between the next two hard items does not wait.
   */
  #unlessCut(decision: Decision | null): Decision | null {
    const pause = this.#inputs.pauseAfter(this.unit);
    if (decision !== null && pause !== null && this.unit + decision.item.units > pause) return null;
    const hard = this.#schedule.hard.after(this.unit);
    if (decision === null || hard === null) return decision;
    const { units } = decision.item;
    if (this.unit + units <= hard.unit) return decision;
    const hardEnd = hard.unit + (this.#schedule.items.get(hard.fixed.item_id)?.units ?? 0);
    const following = this.#schedule.hard.after(hard.unit);
    return following !== null && hardEnd + units > following.unit ? decision : null;
  }

  /** The message at the start and whenever it is its time, and silence in between. */
  #airPause({ id, starts_unit, ends_unit, item: message, every_units: every }: Pause): void {
    const starts = this.unit;
    const isMessage = message !== null && (starts === starts_unit || starts % every === 0);
    const next = Math.min(ends_unit, (Math.floor(starts / every) + 1) * every);
    const ends = isMessage ? Math.min(ends_unit, starts + message.units) : next;
    this.airings.push({
      item: isMessage ? message : silence(id, ends - starts),
      starts_unit: starts,
      ends_unit: ends,
      cut_by: isMessage && ends - starts < message.units ? 'pause' : null,
      rule: { kind: 'pause', pause_id: id },
      revision_id: this.#revision.id,
    });
    this.#inputs.dropInserted(ends);
    // What is due at the very end airs.
    this.#due.passOver(ends - 1);
    this.unit = ends;
  }

  #air({ item, rule }: { item: Item; rule: AiringRule }): void {
    const starts = this.unit;
    const isHard = rule.kind === 'fixed_item' && rule.is_hard;
    const hard = isHard ? null : this.#schedule.hard.after(starts);
    const skip = this.#inputs.skipOf(starts);
    let ends = starts + item.units;
    let cutBy: Airing['cut_by'] = null;
    if (hard !== null && hard.unit < ends) {
      ends = hard.unit;
      cutBy = 'hard_item';
    }
    if (skip !== null && skip > starts && skip < ends) {
      ends = skip;
      cutBy = 'skip';
    }
    const pause = this.#inputs.pauseAfter(starts);
    if (pause !== null && pause < ends) {
      ends = pause;
      cutBy = 'pause';
    }
    this.airings.push({
      item,
      starts_unit: starts,
      ends_unit: ends,
      cut_by: cutBy,
      rule,
      revision_id: this.#revision.id,
    });
    if (item.kind === 'music') this.#music.aired(item, starts);
    this.unit = ends;
  }
}

const silence = (id: string, units: number): Item => ({
  id,
  kind: 'pause',
  title: 'Closed',
  artist: null,
  album: null,
  cover_key: null,
  units,
  renditions: {},
});

/** The hash covers what aired and the state. */
function finished(
  day: number,
  airings: Airing[],
  missed: MissedItem[],
  end: TimelineState | null,
): TimelineDay {
  const aired = airings.map(({ item, starts_unit, ends_unit, cut_by, rule, revision_id }) => [
    item.id,
    item.units,
    starts_unit,
    ends_unit,
    cut_by,
    rule,
    revision_id,
  ]);
  const text = JSON.stringify([day, aired, missed]) + canonicalJson(end);
  return { day, airings, missed, end, hash: createHash('sha256').update(text).digest('hex') };
}

/** JSON with the keys of each object in order, so a state is the same after a database has kept it. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
