import type { AuditEntry } from '@stationhouse/platform-api/contract/admin';
import { KIND_NAMES, PROFILE_NAMES, STATION_NAMES, STATUS_NAMES } from '../field-names.ts';

/** Who did it, as the one who reads would say it. @param ownId the reader's own id */
export function whoDid({ actor_id, actor_email }: AuditEntry, ownId: string | undefined): string {
  if (actor_id === null) return 'Terminal';
  if (actor_id === ownId) return 'You';
  return actor_email ?? 'Somebody who has left';
}

/** What they did: the rest of the sentence that `whoDid` begins. @param whom as in 'ada@example.com' */
export function whatDid({ action, after }: AuditEntry, whom: string): string {
  switch (action) {
    case 'change_customer':
      return `changed the data of ${whom}`;
    case 'delete_customer':
      return `deleted ${whom}`;
    case 'reset_password':
      return `sent ${whom} a password reset mail`;
    case 'change_role':
      if (!after) return `changed the role of ${whom}`;
      return after['role'] === 'admin' ? `made ${whom} an admin` : `removed ${whom} as an admin`;
    case 'upload_file':
      return `sent a file for ${whom}`;
    case 'remove_file':
      return `removed a file of ${whom}`;
    case 'export_customers':
      return 'downloaded the customers as CSV';
  }
}

/** One field of a line: what was there, and what came; null: the line does not tell. */
export interface FieldChange {
  /** As the log names it: 'station.status'. */
  field: string;
  name: string;
  before: string | null;
  after: string | null;
}

const NAMES: Readonly<Record<string, string>> = {
  ...underRoom('profile', PROFILE_NAMES),
  ...underRoom('station', STATION_NAMES),
};

function underRoom(room: string, names: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).map(([field, name]) => [`${room}.${field}`, name]),
  );
}

/** Whether the Edit dialog has this field of the log. */
export const isEditable = (field: string): boolean => field in NAMES;

/** What a field of the log is called: 'Status' for `station.status`. */
export function nameOf(field: string): string {
  const known = NAMES[field];
  if (known !== undefined) return known;
  const words = field.slice(field.lastIndexOf('.') + 1).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Words for values that are none: by field, then by value. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'station.status': STATUS_NAMES,
  kind: KIND_NAMES,
};

/** What stood in a field, to read; '' where there was nothing. */
export function valueInWords(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return VALUES[field]?.[value] ?? value;
}

/** What a line tells field by field; nothing once the customer has left. */
export function changesOf({ before, after }: AuditEntry): FieldChange[] {
  const side = (fields: AuditEntry['before'], field: string) =>
    fields && field in fields ? valueInWords(field, fields[field]) : null;
  const fields = new Set(Object.keys({ ...before, ...after }));
  return [...fields].map((field) => ({
    field,
    name: nameOf(field),
    before: side(before, field),
    after: side(after, field),
  }));
}
