import { EDITABLE_STATION_STATUSES } from '@stationhouse/platform-api/contract/stations/values';
import { type CustomerValues, differing, type FieldName, FIELDS } from './customer-values.ts';

/** The changes that another admin made while the form was open. */
export interface EditConflict {
  /** The fields that the other admin changed. */
  changed: readonly { name: FieldName; before: string; now: string }[];
  /** The other admin's values of the fields that both changed, to different values. */
  theirs: Partial<CustomerValues>;
}

/** The state of the form. */
interface Edits {
  /** The values that the form started with. */
  known: CustomerValues;
  /** The values in the form now. */
  values: CustomerValues;
  /** Conflicts that are still open. */
  theirs: Partial<CustomerValues>;
}

/** A status that follows from the payment cannot be edited. */
export const isEditableStatus = (status: string): boolean =>
  EDITABLE_STATION_STATUSES.some((each) => each === status);

/**
 * A three-way merge of the form and the current customer. Fields that only the other admin changed get the new
 * value. Fields that both changed keep the value in the form, and the other value is in `theirs`.
 */
export function mergeEdits(
  { known, values, theirs }: Edits,
  current: CustomerValues,
): { values: CustomerValues; conflict: EditConflict } {
  const changed = differing(known, current);
  const mine = new Set(differing(known, values));
  if (!isEditableStatus(current.status)) mine.delete('status');
  const isDisputed = (name: FieldName) =>
    mine.has(name) &&
    values[name] !== current[name] &&
    (changed.includes(name) || theirs[name] !== undefined);
  const kept = Object.fromEntries([...mine].map((name) => [name, values[name]]));
  return {
    values: { ...current, ...kept },
    conflict: {
      changed: changed.map((name) => ({ name, before: known[name], now: current[name] })),
      theirs: Object.fromEntries(FIELDS.filter(isDisputed).map((name) => [name, current[name]])),
    },
  };
}
