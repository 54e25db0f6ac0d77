import { EDITABLE_STATION_STATUSES } from '@stationhouse/platform-api/contract/limits';
import { differing, FIELDS, type CustomerValues, type FieldName } from './customer-values.ts';

/** What somebody else has changed while the form was open, and what it makes of that. */
export interface Meanwhile {
  /** The fields that are others now. */
  changed: readonly { name: FieldName; before: string; now: string }[];
  /** What stands in those that both have changed, where it isn't the same. */
  theirs: Partial<CustomerValues>;
}

/** A form over a customer. */
interface Typed {
  /** What it began with. */
  known: CustomerValues;
  /** What is in it. */
  values: CustomerValues;
  theirs: Partial<CustomerValues>;
}

/** Nobody sets a status that follows the payment. */
export const isSettable = (status: string): boolean =>
  EDITABLE_STATION_STATUSES.some((each) => each === status);

/**
 * Puts a form upon the customer as they are now. What only the other has changed becomes theirs; what both
 * have stays as it was typed here, and theirs is kept beside it.
 */
export function takeOver(
  { known, values, theirs }: Typed,
  current: CustomerValues,
): { values: CustomerValues; meanwhile: Meanwhile } {
  const changed = differing(known, current);
  const mine = new Set(differing(known, values));
  if (!isSettable(current.status)) mine.delete('status');
  const isDisputed = (name: FieldName) =>
    mine.has(name) &&
    values[name] !== current[name] &&
    (changed.includes(name) || theirs[name] !== undefined);
  const kept = Object.fromEntries([...mine].map((name) => [name, values[name]]));
  return {
    values: { ...current, ...kept },
    meanwhile: {
      changed: changed.map((name) => ({ name, before: known[name], now: current[name] })),
      theirs: Object.fromEntries(FIELDS.filter(isDisputed).map((name) => [name, current[name]])),
    },
  };
}
