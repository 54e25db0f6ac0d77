import { firstUnitFrom } from './airing.ts';
import type { DayInputs } from './day.ts';
import {
  INSERTION_DELAY_MS,
  REVISION_DELAY_MS,
  type Insertion,
  type Pause,
  type Revision,
} from './schedule.ts';

type Committed = Pick<Revision, 'id' | 'committed_at'>;
type InsertedItem = Insertion & { kind: 'item' };

const byCommit = (one: Committed, other: Committed): number =>
  one.committed_at - other.committed_at || (one.id < other.id ? -1 : Number(one.id > other.id));

/** Revisions and insertions in the order of their commits, each used up once it has had its effect. */
export class SortedInputs {
  /** The first revision that is in force; null before it. */
  readonly first: Revision | null;
  readonly #later: Revision[];
  readonly #items: InsertedItem[];
  /** By the start of the airing that they cut: the unit at which they do. */
  readonly #skips = new Map<number, number>();
  readonly #pauses: readonly Pause[];
  #lastItem: Committed | null;

  constructor({ state, revisions, insertions, pauses = [] }: DayInputs) {
    const sorted = revisions.toSorted(byCommit);
    const first = state === null ? sorted[0] : sorted.find((one) => one.id === state.revision_id);
    if (!first && state !== null) throw new Error(`Revision ${state.revision_id} is missing`);
    this.first = first ?? null;
    this.#later = first ? sorted.filter((one) => byCommit(one, first) > 0) : [];
    const last = state?.last_insertion ?? null;
    this.#lastItem = last;
    this.#items = insertions
      .filter((one): one is InsertedItem => one.kind === 'item')
      .filter((one) => last === null || byCommit(one, last) > 0)
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

  /** The inserted item whose turn it is at a boundary, or null. */
  insertedItem(unit: number): InsertedItem | null {
    const isWithdrawn = ({ withdrawn_at }: InsertedItem) =>
      withdrawn_at !== undefined && insertionUnit({ committed_at: withdrawn_at }) <= unit;
    while (this.#items[0] && isWithdrawn(this.#items[0])) this.#items.shift();
    const [next] = this.#items;
    return next && insertionUnit(next) <= unit ? next : null;
  }

  /** Notes that the inserted item whose turn it was airs. */
  takeInsertedItem(): void {
    this.#lastItem = this.#items.shift() ?? this.#lastItem;
  }

  /** Drops the inserted items whose turn comes before a unit, because the station is closed until then. */
  dropInserted(before: number): void {
    while (this.#items[0] && insertionUnit(this.#items[0]) < before) this.takeInsertedItem();
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

  get lastInsertion(): { committed_at: number; id: string } | null {
    return this.#lastItem && { committed_at: this.#lastItem.committed_at, id: this.#lastItem.id };
  }
}

/** The first unit from which a revision may be in force. */
export const revisionUnit = ({ committed_at }: Committed): number =>
  firstUnitFrom(committed_at + REVISION_DELAY_MS);

const insertionUnit = ({ committed_at }: Pick<Committed, 'committed_at'>): number =>
  firstUnitFrom(committed_at + INSERTION_DELAY_MS);
