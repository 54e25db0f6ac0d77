import { firstUnitFrom } from './airing.ts';
import type { DayInputs } from './day.ts';
import { mayAirOverMusic } from './mixing-rules.ts';
import {
  INSERTION_DELAY_MS,
  REVISION_DELAY_MS,
  type Insertion,
  type Pause,
  type Revision,
} from './schedule.ts';

type Committed = Pick<Revision, 'id' | 'committed_at'>;
/** An item put in by hand. */
export type InsertedItem = Insertion & { kind: 'item' };

const byCommit = (one: Committed, other: Committed): number =>
  one.committed_at - other.committed_at || (one.id < other.id ? -1 : Number(one.id > other.id));

const latest = (one: Committed | null, other: Committed): Committed =>
  one !== null && byCommit(one, other) > 0 ? one : other;

/** Revisions and insertions in the order of their commits, each used up once it has had its effect. */
export class SortedInputs {
  /** The first revision that is in force; null before it. */
  readonly first: Revision | null;
  readonly #later: Revision[];
  readonly #items: InsertedItem[];
  /** By the start of the airing that they cut: the unit at which they do. */
  readonly #skips = new Map<number, number>();
  readonly #pauses: readonly Pause[];
  #last: LastInsertions;

  constructor({ state, revisions, insertions, pauses = [] }: DayInputs) {
    const sorted = revisions.toSorted(byCommit);
    const first = state === null ? sorted[0] : sorted.find((one) => one.id === state.revision_id);
    if (!first && state !== null) throw new Error(`Revision ${state.revision_id} is missing`);
    this.first = first ?? null;
    this.#later = first ? sorted.filter((one) => byCommit(one, first) > 0) : [];
    const between = state?.last_insertion ?? null;
    this.#last = { between, over_music: state?.mixing ? state.mixing.last_insertion : between };
    this.#items = insertions
      .filter((one): one is InsertedItem => one.kind === 'item')
      .filter((one) => {
        const last = this.#last[state?.mixing ? airsAs(one) : 'between'];
        return last === null || byCommit(one, last) > 0;
      })
      .sort(byCommit);
    this.#pauses = pauses
      .filter(({ starts_unit, ends_unit }) => starts_unit < ends_unit)
      .sort((one, other) => one.starts_unit - other.starts_unit);
    for (const one of insertions) {
      if (one.kind !== 'skip') continue;
      const earlier = this.#skips.get(one.starts_unit) ?? Infinity;
      this.#skips.set(one.starts_unit, Math.min(earlier, insertionUnit(one)));
    }
  }

  /** The newest revision that a boundary puts in force, or null. */
  takeRevision(unit: number): Revision | null {
    let newest: Revision | null = null;
    for (let next = this.#later[0]; next && revisionUnit(next) <= unit; next = this.#later[0]) {
      newest = next;
      this.#later.shift();
    }
    return newest;
  }

  /**
   * The inserted item whose turn it is at a unit, or null.
   * @param airs default: any, in the order of their commits
   */
  insertedItem(unit: number, airs?: Airs): InsertedItem | null {
    const isWithdrawn = ({ withdrawn_at }: InsertedItem) =>
      withdrawn_at !== undefined && insertionUnit({ committed_at: withdrawn_at }) <= unit;
    const next = this.#items.find(
      (one) => (airs === undefined || airsAs(one) === airs) && !isWithdrawn(one),
    );
    return next && insertionUnit(next) <= unit ? next : null;
  }

  /** Notes that an inserted item airs. @param airs as it was asked for */
  takeInsertedItem(item: InsertedItem, airs?: Airs): void {
    this.#items.splice(this.#items.indexOf(item), 1);
    // One that was withdrawn may be dropped after a later one has aired, which must not air again.
    const { between, over_music } = this.#last;
    if (airs !== 'over_music') this.#last.between = latest(between, item);
    if (airs !== 'between') this.#last.over_music = latest(over_music, item);
  }

  /**
   * Drops the inserted items whose turn comes before a unit, because the station is closed until then.
   * @param isMixed whether some air over the music
   */
  dropInserted(before: number, isMixed: boolean): void {
    for (let next = this.#items[0]; next && insertionUnit(next) < before; next = this.#items[0]) {
      this.takeInsertedItem(next, isMixed ? airsAs(next) : undefined);
    }
  }

  /** The pause that a unit lies in, or null. */
  pauseAt(unit: number): Pause | null {
    return (
      this.#pauses.find(({ starts_unit, ends_unit }) => starts_unit <= unit && unit < ends_unit) ??
      null
    );
  }

  /** The start of the first pause after a unit, or null. */
  pauseAfter(unit: number): number | null {
    return this.#pauses.find(({ starts_unit }) => starts_unit > unit)?.starts_unit ?? null;
  }

  /** The unit at which a skip cuts the airing that starts at a unit, or null. */
  skipOf(startsUnit: number): number | null {
    return this.#skips.get(startsUnit) ?? null;
  }

  /** The last inserted item that aired. @param airs default: the latest of all */
  lastInsertion(airs?: Airs): Committed | null {
    const { between, over_music } = this.#last;
    const isLater = between === null || (over_music !== null && byCommit(over_music, between) > 0);
    const last = airs === undefined ? (isLater ? over_music : between) : this.#last[airs];
    return last && { committed_at: last.committed_at, id: last.id };
  }
}

/** How an inserted item airs. */
type Airs = 'between' | 'over_music';
type LastInsertions = Record<Airs, Committed | null>;

const airsAs = ({ is_over_music = false, item }: InsertedItem): Airs =>
  is_over_music && mayAirOverMusic(item) ? 'over_music' : 'between';

/** The first unit from which a revision may be in force. */
export const revisionUnit = ({ committed_at }: Committed): number =>
  firstUnitFrom(committed_at + REVISION_DELAY_MS);

/** The first unit at which an insertion has its effect. */
export const insertionUnit = ({ committed_at }: Pick<Committed, 'committed_at'>): number =>
  firstUnitFrom(committed_at + INSERTION_DELAY_MS);
