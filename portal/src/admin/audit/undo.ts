import type { AuditEntry } from '@stationhouse/platform-api/contract/admin/calls';
import type { CustomerChange, CustomerDetails } from '@stationhouse/sdk/client';
import { isEditable, nameOf, valueInWords } from '../field-names.ts';

/** A field to restore: its current and its old value. */
export interface UndoneField {
  /** The name in the log: 'station.status'. */
  field: string;
  name: string;
  now: string;
  back: string;
  /** It was changed again after this entry. */
  isChangedSince: boolean;
}

/** Whether an entry has fields that the Edit dialog can restore. */
export function canBeUndone({ action, user_id, before }: AuditEntry): boolean {
  return action === 'change_customer' && user_id !== null && fieldsOf(before).length > 0;
}

const fieldsOf = (before: AuditEntry['before']) => Object.keys(before ?? {}).filter(isEditable);

const same = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

function currentValue(customer: CustomerDetails, field: string): unknown {
  // Login and profile share one email, which the API keeps on the user.
  if (field === 'profile.email') return customer.user.email;
  const [part, name = ''] = field.split('.');
  const fields = part === 'station' ? customer.station : customer.profile;
  return new Map<string, unknown>(Object.entries(fields ?? {})).get(name);
}

/** The fields that undoing an entry would change now; empty if the old values are in place. */
export function fieldsToUndo(
  { before, after }: AuditEntry,
  customer: CustomerDetails,
): UndoneField[] {
  return fieldsOf(before)
    .map((field) => ({ field, now: currentValue(customer, field), back: before?.[field] }))
    .filter(({ now, back }) => !same(now, back))
    .map(({ field, now, back }) => ({
      field,
      name: nameOf(field),
      now: valueInWords(field, now),
      back: valueInWords(field, back),
      isChangedSince: !same(now, after?.[field]),
    }));
}

/** The faults that listeners would notice afterwards, as sentences; empty for a station that stays off air. */
export function missingOnAir(customer: CustomerDetails, change: CustomerChange): string[] {
  const station = { ...customer.station, ...change.station };
  if (!change.station || station.status !== 'active') return [];
  return [
    ...(station.stream_url ? [] : ['It has no stream, so listeners hear the demo station.']),
    ...(station.current_track_data ? [] : ['It has no titles, so its page shows its name.']),
  ];
}

/** The change that restores these fields. */
export function undoing({ before }: AuditEntry, fields: readonly UndoneField[]): CustomerChange {
  const parts: Record<string, Record<string, unknown>> = {};
  for (const { field } of fields) {
    const [part = '', name = ''] = field.split('.');
    parts[part] = { ...parts[part], [name]: before?.[field] };
  }
  // The values came from the API, which validates them again.
  return parts as CustomerChange;
}
