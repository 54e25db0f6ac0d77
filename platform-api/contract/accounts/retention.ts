import { IDEMPOTENCY_HOURS } from '../values.ts';
import { KEEP_SESSIONS_DAYS } from '../listening/values.ts';
import { SESSION_LIFE_SECONDS } from './values.ts';
import { WEBHOOK_LOG_DAYS } from '../webhooks/values.ts';

interface Retention {
  /** For admins, and for the page about personal data. */
  name: string;
  /** Days after which it is deleted; null: with the account. */
  days: number | null;
  /** The effect of erasing an email address. `redacted` keeps the line without the person. */
  erasure: 'deleted' | 'redacted' | 'kept';
}

/** UK tax law asks for six years. They are at the payment provider, which deletes nothing for us. */
const INVOICE_DAYS = 6 * 365;

/** Every kind of personal data, and for how long it is kept. The jobs that delete it read the days here. */
export const RETENTION = {
  account: { name: 'Account and profile', days: null, erasure: 'deleted' },
  pending_changes: {
    name: 'Changes to this email address that were not confirmed',
    days: null,
    erasure: 'deleted',
  },
  station: { name: 'Station and its programme', days: null, erasure: 'deleted' },
  files: { name: 'Uploaded files', days: null, erasure: 'deleted' },
  messages: { name: 'Messages with the team', days: null, erasure: 'deleted' },
  credentials: {
    name: 'API keys, passkeys, second factors and webhooks',
    days: null,
    erasure: 'deleted',
  },
  teams: { name: 'Membership in teams', days: null, erasure: 'deleted' },
  team_invitations: { name: 'Invitations to teams', days: 30, erasure: 'deleted' },
  orders: { name: 'Orders and subscriptions', days: null, erasure: 'deleted' },
  unpaid_orders: { name: 'Orders that were not paid', days: 90, erasure: 'deleted' },
  invoices: { name: 'Invoices, at Stripe', days: INVOICE_DAYS, erasure: 'kept' },
  payment_events: { name: 'Events of Stripe, without names', days: 90, erasure: 'kept' },
  sessions: {
    name: 'Sessions, with IP address and browser',
    days: SESSION_LIFE_SECONDS / 86_400,
    erasure: 'deleted',
  },
  codes: { name: 'Codes and links that were sent', days: 2, erasure: 'deleted' },
  mails: { name: 'Emails that wait or have failed', days: 30, erasure: 'deleted' },
  contact_messages: { name: 'Contact messages', days: 730, erasure: 'deleted' },
  answers: {
    name: 'Stored answers to API requests',
    days: IDEMPOTENCY_HOURS / 24,
    erasure: 'deleted',
  },
  webhook_log: { name: 'Webhooks that were sent', days: WEBHOOK_LOG_DAYS, erasure: 'deleted' },
  audit_details: { name: 'Details in the audit log', days: null, erasure: 'redacted' },
  audit_addresses: { name: 'IP addresses in the audit log', days: 365, erasure: 'redacted' },
  listening: {
    name: 'Sessions of listeners, without IP address',
    days: KEEP_SESSIONS_DAYS,
    erasure: 'deleted',
  },
} as const satisfies Record<string, Retention>;
export type PersonalDataKind = keyof typeof RETENTION;

// The keys of the table itself.
export const PERSONAL_DATA_KINDS = Object.keys(RETENTION) as PersonalDataKind[];

/** How long a kind is kept, in words. */
export function retentionWords(kind: PersonalDataKind): string {
  const { days } = RETENTION[kind];
  if (days === null) return 'Until the account is deleted';
  const [number, unit] = days % 365 === 0 ? [days / 365, 'year'] : [days, 'day'];
  const period = `${number} ${unit}${number === 1 ? '' : 's'}`;
  return kind === 'invoices' ? `${period}, as tax law requires` : period;
}
