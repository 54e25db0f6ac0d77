import type { AiringRule, Item, MissedItem } from './airing.ts';
import { Bag } from './bag.ts';
import type { CompiledSchedule, Rotation } from './compiled-schedule.ts';
import type { TimelineState } from './day.ts';
import type { Moment, Moments } from './moments.ts';
import type { FixedItem } from './schedule.ts';

/** The rules whose items rotate, and the kinds of what they miss. */
const KINDS = { radio_ids: 'radio_id', breaks: 'break' } as const;
type Rotating = keyof typeof KINDS;

type DueState = Pick<TimelineState, 'last' | 'settled' | 'break' | 'due_fixed_items'> & {
  bags: Pick<TimelineState['bags'], Rotating>;
};

/** An item that may air next, by a rule. */
export interface Decision {
  item: Item;
  rule: AiringRule;
  /** The units at its end over which the next item sounds; default by its kind. */
  segue?: number;
  /** Notes that it airs: without that it stays due. */
  take: () => void;
}

/** What is due and has not aired: radio IDs, breaks and fixed items. */
export class DueItems {
  readonly missed: MissedItem[] = [];
  #schedule: CompiledSchedule;
  #bags: Record<Rotating, Bag | null>;
  readonly #last: DueState['last'];
  /** Moments up to these units have been dealt with. */
  readonly #settled: DueState['settled'];
  #break: DueState['break'];
  #fixedItems: DueState['due_fixed_items'];
  /** The station's first unit, until a radio ID has aired there: it begins with its name. */
  #opening: number | null;

  /** @param unit the first from which items are due, unless the state says so */
  constructor(schedule: CompiledSchedule, state: TimelineState | null, unit: number) {
    this.#schedule = schedule;
    this.#bags = bagsOf(schedule, state?.bags ?? null);
    this.#last = { ...(state?.last ?? { radio_ids: 0, breaks: 0 }) };
    const before = unit - 1;
    const unsettled = { radio_ids: before, breaks: before, fixed_items: before };
    this.#settled = { ...(state?.settled ?? unsettled) };
    this.#break = structuredClone(state?.break ?? null);
    this.#fixedItems = structuredClone(state?.due_fixed_items ?? []);
    this.#opening = state === null && schedule.opensWithRadioId ? unit : null;
  }

  /** Finds what has become due up to a unit, and drops what a later moment has overtaken. */
  collect(unit: number): void {
    const { radioIds, breaks } = this.#schedule;
    this.collectFixedItems(unit);
    this.#dropOvertaken('radio_ids', radioIds, unit);
    // A break in progress ends before the next one begins.
    if (this.#break === null) this.#dropOvertaken('breaks', breaks, unit);
  }

  /** The same, of fixed items alone. */
  collectFixedItems(unit: number): void {
    const { fixed } = this.#schedule;
    for (const moment of fixed.between(this.#settled.fixed_items, unit)) {
      const { id } = moment.fixed;
      if (moment.isSkipped) {
        this.#miss('fixed_item', moment.unit, unit, 'clock', id);
        continue;
      }
      const overtaken = this.#fixedItems.find((one) => one.fixed_item_id === id);
      if (overtaken) this.#dropFixedItem(overtaken, unit, 'overtaken');
      this.#fixedItems.push({ fixed_item_id: id, due_unit: moment.unit });
    }
    this.#settled.fixed_items = unit;
  }

  /**
   * Puts a new schedule in force. Its moments count from now on. What is due keeps its place if it is due at the same
   * moment by the new schedule.
   */
  change(schedule: CompiledSchedule, unit: number): void {
    const old = this.#schedule;
    this.#schedule = schedule;
    this.#bags = bagsOf(schedule, this.#bagStates());
    if (schedule.breaks === null) this.#break = null;
    this.#carry('radio_ids', old.radioIds, schedule.radioIds, unit);
    if (this.#break === null) this.#carry('breaks', old.breaks, schedule.breaks, unit);
    for (const due of this.#fixedItems) {
      const itemId = old.fixedItems.get(due.fixed_item_id)?.item_id;
      const same = schedule.fixed
        .between(due.due_unit - 1, due.due_unit)
        .find(({ fixed, isSkipped }) => fixed.item_id === itemId && !isSkipped);
      if (same) due.fixed_item_id = same.fixed.id;
      else this.#dropFixedItem(due, unit, 'revision');
    }
    this.#settled.fixed_items = unit;
    // New moments at this very unit have not been collected.
    for (const { unit: dueUnit, fixed, isSkipped } of schedule.fixed.between(unit - 1, unit)) {
      if (isSkipped || this.#fixedItems.some((one) => one.fixed_item_id === fixed.id)) continue;
      this.#fixedItems.push({ fixed_item_id: fixed.id, due_unit: dueUnit });
    }
  }

  /** Forgets what is due up to a unit: the station is closed until then. */
  passOver(unit: number): void {
    this.#settled.radio_ids = unit;
    this.#settled.breaks = unit;
    this.#settled.fixed_items = unit;
    this.#break = null;
    this.#fixedItems = [];
  }

  /** The next unit after another at which anything is due, or null. */
  nextUnit(unit: number): number | null {
    const { radioIds, breaks, between } = this.#schedule;
    const units = [radioIds?.moments, breaks?.moments, between].flatMap(
      (moments) => moments?.after(unit)?.unit ?? [],
    );
    return units.length > 0 ? Math.min(...units) : null;
  }

  /** The first fixed item that is due, of those that cut what runs (`hard`), wait for its end or air over the music. */
  fixedItem(airs: 'hard' | 'soft' | 'over_music'): Decision | null {
    const { fixedItems, items, voiceOvers } = this.#schedule;
    const airsAs = (fixed: FixedItem) =>
      voiceOvers.has(fixed) ? 'over_music' : fixed.is_hard ? 'hard' : 'soft';
    for (const due of this.#fixedItems) {
      const { fixed_item_id, due_unit } = due;
      const fixed = fixedItems.get(fixed_item_id);
      const item = items.get(fixed?.item_id ?? '');
      if (!fixed || !item || airsAs(fixed) !== airs) continue;
      return {
        item,
        rule: { kind: 'fixed_item', fixed_item_id, due_unit, is_hard: fixed.is_hard },
        take: () => (this.#fixedItems = this.#fixedItems.filter((one) => one !== due)),
      };
    }
    return null;
  }

  radioId(unit: number): Decision | null {
    const { radioIds } = this.#schedule;
    const isOpening = unit === this.#opening;
    const dueUnit = isOpening ? unit : this.#dueMoment('radio_ids', radioIds, unit);
    if (radioIds === null || dueUnit === null) return null;
    const next = this.#rotate('radio_ids', radioIds, []);
    return {
      item: next.item,
      rule: { kind: 'radio_id', due_unit: dueUnit },
      take: () => {
        next.take();
        this.#settled.radio_ids = dueUnit;
        this.#opening = null;
      },
    };
  }

  itemOfBreak(unit: number): Decision | null {
    const { breaks } = this.#schedule;
    if (breaks === null) return null;
    const dueUnit = this.#dueMoment('breaks', breaks, unit);
    const begun = this.#break ?? (dueUnit && { due_unit: dueUnit, spots: breaks.spots, aired: [] });
    if (!begun) return null;
    const next = this.#rotate('breaks', breaks, begun.aired);
    const position = begun.aired.length + 1;
    return {
      item: next.item,
      rule: { kind: 'break', due_unit: begun.due_unit, position, spots: begun.spots },
      take: () => {
        next.take();
        this.#settled.breaks = Math.max(this.#settled.breaks, begun.due_unit);
        const aired = [...begun.aired, next.id];
        this.#break = position < begun.spots ? { ...begun, aired } : null;
      },
    };
  }

  state(): DueState {
    return {
      bags: this.#bagStates(),
      last: this.#last,
      settled: this.#settled,
      break: this.#break,
      due_fixed_items: this.#fixedItems,
    };
  }

  #bagStates(): DueState['bags'] {
    return {
      radio_ids: this.#bags.radio_ids?.state() ?? null,
      breaks: this.#bags.breaks?.state() ?? null,
    };
  }

  #dueMoment(rotating: Rotating, rotation: Rotation | null, unit: number): number | null {
    return rotation?.moments.between(this.#settled[rotating], unit).at(-1)?.unit ?? null;
  }

  /** Of several moments that have come since an item aired, only the last one counts. */
  #dropOvertaken(rotating: Rotating, rotation: Rotation | null, unit: number): void {
    const due = rotation?.moments.between(this.#settled[rotating], unit) ?? [];
    for (const moment of due.slice(0, -1)) {
      this.#miss(KINDS[rotating], moment.unit, unit, 'overtaken');
      this.#settled[rotating] = moment.unit;
    }
  }

  #carry(rotating: Rotating, old: Rotation | null, now: Rotation | null, unit: number): void {
    const due = this.#dueMoment(rotating, old, unit);
    const isKept = due !== null && now !== null && isMoment(now.moments, due);
    this.#settled[rotating] = isKept ? due - 1 : unit - 1;
    if (due !== null && !isKept) this.#miss(KINDS[rotating], due, unit, 'revision');
  }

  /** The next item of a rotation: never the last one again, and none twice in a break, where there are others. */
  #rotate(
    rotating: Rotating,
    { items }: Rotation,
    aired: number[],
  ): { item: Item; id: number; take: () => void } {
    const bag = this.#bags[rotating];
    const idOf = (index: number) => items[index]?.id ?? 0;
    const isFresh = (index: number) => idOf(index) !== this.#last[rotating];
    const place =
      bag?.next(1, (index) => isFresh(index) && !aired.includes(idOf(index)))[0] ??
      bag?.next(1, isFresh)[0] ??
      bag?.next(1, () => true)[0];
    const found = items[place?.index ?? -1];
    if (!bag || !place || !found) throw new Error(`The rule for ${rotating} has no item`);
    const take = () => {
      bag.take(place);
      this.#last[rotating] = found.id;
    };
    return { ...found, take };
  }

  #dropFixedItem(
    due: DueState['due_fixed_items'][number],
    unit: number,
    reason: MissedItem['reason'],
  ): void {
    this.#fixedItems = this.#fixedItems.filter((one) => one !== due);
    this.#miss('fixed_item', due.due_unit, unit, reason, due.fixed_item_id);
  }

  #miss(
    kind: MissedItem['kind'],
    dueUnit: number,
    droppedUnit: number,
    reason: MissedItem['reason'],
    fixedItemId: string | null = null,
  ): void {
    this.missed.push({
      kind,
      due_unit: dueUnit,
      fixed_item_id: fixedItemId,
      dropped_unit: droppedUnit,
      reason,
    });
  }
}

function bagsOf(
  { schedule, radioIds, breaks }: CompiledSchedule,
  states: DueState['bags'] | null,
): Record<Rotating, Bag | null> {
  return {
    radio_ids: radioIds && new Bag(radioIds.list, states?.radio_ids, schedule.seed),
    breaks: breaks && new Bag(breaks.list, states?.breaks, schedule.seed),
  };
}

const isMoment = (moments: Moments<Moment>, unit: number): boolean =>
  moments.between(unit - 1, unit).length > 0;
