import type { AuditEntry } from '@stationhouse/platform-api/contract/admin';
import type { CustomerChange, CustomerDetails } from '@stationhouse/sdk/client';
import { isEditable, nameOf, valueInWords } from './audit-words.ts';

/** A field that is put back: what stands in it now, and what stood in it before. */
export interface UndoneField {
  /** As the log names it: 'station.status'. */
  field: string;
  name: string;
  now: string;
  back: string;
  /** Somebody has changed it again since. */
  isChangedSince: boolean;
}

/** Whether there is anything in a line that the Edit dialog could put back. */
export function canBeUndone({ action, user_id, before }: AuditEntry): boolean {
  return action === 'change_customer' && user_id !== null && fieldsOf(before).length > 0;
}

const fieldsOf = (before: AuditEntry['before']) => Object.keys(before ?? {}).filter(isEditable);

const same = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

function presentValue(customer: CustomerDetails, field: string): unknown {
  // The login's, which the API answers for both.
  if (field === 'profile.email') return customer.user.email;
  const [room = '', name = ''] = field.split('.');
  return Object(Object(customer)[room])[name];
}

/** What putting a line back would change, as the customer is now; nothing where it stands as before. */
export function fieldsToUndo(
  { before, after }: AuditEntry,
  customer: CustomerDetails,
): UndoneField[] {
  return fieldsOf(before)
    .map((field) => ({ field, now: presentValue(customer, field), back: before?.[field] }))
    .filter(({ now, back }) => !same(now, back))
    .map(({ field, now, back }) => ({
      field,
      name: nameOf(field),
      now: valueInWords(field, now),
      back: valueInWords(field, back),
      isChangedSince: !same(now, after?.[field]),
    }));
}

/** The change that puts those fields back. */
export function undoing({ before }: AuditEntry, fields: readonly UndoneField[]): CustomerChange {
  const rooms: Record<string, Record<string, unknown>> = {};
  for (const { field } of fields) {
    const [room = '', name = ''] = field.split('.');
    rooms[room] = { ...rooms[room], [name]: before?.[field] };
  }
  // The log kept what the API itself had, and the API looks at all of it once more.
  return rooms as CustomerChange;
}
