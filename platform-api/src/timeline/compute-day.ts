import { createHash } from 'node:crypto';
import { DAY_UNITS, type Airing, type Item, type MissedItem } from './airing.ts';
import { compile, type CompiledSchedule } from './compiled-schedule.ts';
import type { DayInputs, TimelineDay, TimelineState } from './day.ts';
import { DueItems, type Decision } from './due-items.ts';
import { tailOf, tailUnder } from './mixing-rules.ts';
import { MusicRotation } from './music-rotation.ts';
import type { Pause, Revision } from './schedule.ts';
import { insertionUnit, revisionUnit, SortedInputs, type InsertedItem } from './sorted-inputs.ts';

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
  if (first === null || (state === null && unit >= end))
    return finished(day, { airings: [], voice_overs: [], missed: [], end: null });
  const computation = new DayComputation(state, unit, first, sorted);
  while (computation.unit < end) computation.airNext();
  const { airings, voiceOvers, missed } = computation;
  return finished(day, { airings, voice_overs: voiceOvers, missed, end: computation.state() });
}

/** One station's airings, item by item. */
class DayComputation {
  readonly airings: Airing[] = [];
  readonly voiceOvers: Airing[] = [];
  /** The end of the last airing: the first unit to decide. */
  unit: number;
  readonly #inputs: SortedInputs;
  #revision: Revision;
  #schedule: CompiledSchedule;
  readonly #due: DueItems;
  readonly #music: MusicRotation;
  /** The units over which the last airing may sound on. */
  #tail: number;
  /** The end of the last voice-over. */
  #overUntil: number;

  constructor(state: TimelineState | null, unit: number, first: Revision, inputs: SortedInputs) {
    this.unit = unit;
    this.#inputs = inputs;
    this.#revision = first;
    this.#schedule = compile(first.schedule);
    this.#due = new DueItems(this.#schedule, state, unit);
    this.#music = new MusicRotation(this.#schedule, state);
    this.#tail = state?.mixing?.tail_units ?? 0;
    this.#overUntil = state?.mixing?.over_until ?? 0;
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
      this.#due.fixedItem('hard') ??
      (this.#needsMusic() ? null : (this.#dueItem() ?? this.#dueRadioId()));
    this.#air(decision ?? this.#music.next(this.unit, this.#due.nextUnit(this.unit)));
  }

  /** The first item that is due, except for radio IDs. */
  #dueItem(): Decision | null {
    return (
      this.#unlessCut(this.#unlessRepeated(this.#insertedItem())) ??
      this.#unlessCut(this.#unlessRepeated(this.#due.fixedItem('soft'))) ??
      this.#unlessCut(this.#due.itemOfBreak(this.unit))
    );
  }

  /** The radio ID that is due; or the next song, if it can be spoken over the end of the last one and this song's intro. */
  #dueRadioId(): Decision | null {
    const radioId = this.#unlessCut(this.#due.radioId(this.unit));
    if (radioId === null || !this.#schedule.radioIdsOverMusic || this.#tail === 0) return radioId;
    const song = this.#music.next(this.unit, this.#due.nextUnit(this.unit));
    if ((song.item.intro_units ?? 0) < radioId.item.units) return radioId;
    this.#speak(radioId, this.unit);
    return song;
  }

  /** Speech over the music is due or sounds, so no other speech may begin. */
  #needsMusic(): boolean {
    return this.#overUntil > this.unit || this.#nextVoiceOver(this.unit) !== null;
  }

  /** The first voice-over that is due up to a unit, with the unit at which it is due; null: none. */
  #nextVoiceOver(unit: number): { decision: Decision; dueUnit: number } | null {
    if (!this.#schedule.isMixed) return null;
    const fixed = this.#due.fixedItem('over_music');
    const fixedUnit = fixed?.rule.kind === 'fixed_item' ? fixed.rule.due_unit : Infinity;
    const inserted = this.#inputs.insertedItem(unit, 'over_music');
    const insertedUnit = inserted ? insertionUnit(inserted) : Infinity;
    if (inserted && insertedUnit < fixedUnit) {
      return { decision: this.#decisionOf(inserted, 'over_music'), dueUnit: insertedUnit };
    }
    return fixed && { decision: fixed, dueUnit: fixedUnit };
  }

  /** Speaks items that are due during a song over it, one after the other. Those that are due during speech wait for a song. */
  #speakOver({ item, starts_unit, ends_unit }: Airing): void {
    if (!this.#schedule.isMixed) return;
    this.#due.collectFixedItems(ends_unit - 1);
    if (item.kind !== 'music') return;
    for (;;) {
      const next = this.#nextVoiceOver(ends_unit - 1);
      const from = Math.max(next?.dueUnit ?? 0, starts_unit, this.#overUntil);
      if (!next || from >= ends_unit || this.#isCut(next.decision.item, from)) return;
      this.#speak(next.decision, from);
    }
  }

  #speak({ item, rule, take }: Decision, from: number): void {
    take();
    const ends_unit = from + item.units;
    this.voiceOvers.push({
      item,
      starts_unit: from,
      ends_unit,
      cut_by: null,
      rule,
      revision_id: this.#revision.id,
      is_over_music: true,
    });
    this.#overUntil = ends_unit;
  }

  /** Whether a pause, or an item that cuts what runs, would come before the end of an item. */
  #isCut({ units }: Item, from: number): boolean {
    const ends = from + units;
    const pause = this.#inputs.pauseAfter(from) ?? Infinity;
    const cut = this.#schedule.cuts.after(from)?.unit ?? Infinity;
    return ends > Math.min(pause, cut);
  }

  /** The state from which the next day continues. */
  state(): TimelineState {
    const { playlists, owed, recent } = this.#music.state(this.unit);
    const { bags, ...due } = this.#due.state();
    const { isMixed } = this.#schedule;
    return {
      algorithm: this.#schedule.schedule.algorithm,
      unit: this.unit,
      revision_id: this.#revision.id,
      bags: { playlists, ...bags },
      owed,
      recent,
      ...due,
      last_insertion: this.#inputs.lastInsertion(isMixed ? 'between' : undefined),
      ...(isMixed && {
        mixing: {
          tail_units: this.#tail,
          over_until: this.#overUntil,
          last_insertion: this.#inputs.lastInsertion('over_music'),
        },
      }),
    };
  }

  #putInForce(revision: Revision): void {
    this.#revision = revision;
    this.#schedule = compile(revision.schedule);
    this.#due.change(this.#schedule, this.unit);
    this.#music.change(this.#schedule);
  }

  #insertedItem(): Decision | null {
    const airs = this.#schedule.isMixed ? 'between' : undefined;
    const inserted = this.#inputs.insertedItem(this.unit, airs);
    return inserted && this.#decisionOf(inserted, airs);
  }

  #decisionOf(inserted: InsertedItem, airs?: 'between' | 'over_music'): Decision {
    return {
      item: inserted.item,
      rule: { kind: 'insertion', insertion_id: inserted.id },
      take: () => this.#inputs.takeInsertedItem(inserted, airs),
    };
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
    this.#inputs.dropInserted(ends, this.#schedule.isMixed);
    // What is due at the very end airs.
    this.#due.passOver(ends - 1);
    this.unit = ends;
    this.#tail = 0;
  }

  #air({ item, rule, segue = this.#schedule.segueOf(item), take }: Decision): void {
    take();
    const starts = this.unit;
    const isHard = rule.kind === 'fixed_item' && rule.is_hard;
    const hard = isHard ? null : this.#schedule.cuts.after(starts);
    const skip = this.#inputs.skipOf(starts);
    let ends = starts + item.units - segue;
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
    const airing: Airing = {
      item,
      starts_unit: starts,
      ends_unit: ends,
      cut_by: cutBy,
      rule,
      revision_id: this.#revision.id,
    };
    const tail = tailUnder(airing, this.#tail);
    if (tail > 0) airing.tail_units = tail;
    this.airings.push(airing);
    if (item.kind === 'music') this.#music.aired(item, starts);
    this.#tail = this.#schedule.isMixed ? tailOf(airing) : 0;
    this.#speakOver(airing);
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

/** The hash covers what aired and the state. Where nothing overlaps, it is as before version 5. */
function finished(day: number, made: Omit<TimelineDay, 'day' | 'hash'>): TimelineDay {
  const { airings, voice_overs, missed, end } = made;
  const tails = airings.map(({ tail_units = 0 }) => tail_units);
  const overlaps = [tails, voice_overs.map(hashedFields)];
  const isMixed = voice_overs.length > 0 || tails.some((units) => units > 0);
  const text =
    JSON.stringify([day, airings.map(hashedFields), missed, ...(isMixed ? overlaps : [])]) +
    canonicalJson(end);
  return { day, ...made, hash: createHash('sha256').update(text).digest('hex') };
}

const hashedFields = ({ item, starts_unit, ends_unit, cut_by, rule, revision_id }: Airing) => [
  item.id,
  item.units,
  starts_unit,
  ends_unit,
  cut_by,
  rule,
  revision_id,
];

/** JSON with the keys of each object in order, so a state is the same after a database has kept it. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
