import { z } from 'zod';
import { call } from './call.ts';
import { deskPage } from './customers.ts';
import { id, listOf, time } from './fields.ts';
import { CURRENCY, STUCK_TITLE_MINUTES, WATCH_MINUTES } from './limits.ts';

export const getStats = call({
  id: 'getStats',
  method: 'get',
  path: '/v1/admin/stats',
  access: 'admin',
  summary: 'The operator’s four figures',
  description:
    'Amounts are in cents. Revenue is summed from the stations’ `total_amount`; collected revenue ' +
    'from invoices that were paid.',
  response: z.object({
    total_customers: z.int().meta({ example: 128 }),
    total_revenue: z.int().meta({ example: 1_934_500 }),
    collected_revenue: z.int().meta({ example: 1_790_200 }),
    active_stations: z.int().meta({ example: 103 }),
    pending_setups: z.int().meta({ example: 7 }),
    currency: z.literal(CURRENCY),
  }),
  errors: [],
});

/** What admins do that is kept. */
export const AUDIT_ACTIONS = [
  'change_customer',
  'delete_customer',
  'reset_password',
  'change_role',
  'upload_file',
  'remove_file',
  'export_customers',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

const auditedFields = z.record(z.string(), z.unknown()).nullable();

/** A line of the audit log: who did what to whom, and what was there before and after. */
export const AuditEntry = z
  .object({
    id,
    at: time,
    actor_id: id.nullable().meta({ description: 'Null: somebody at the terminal.' }),
    actor_email: z.string().nullable().meta({
      description: 'Of the actor as they are called now; null once they have left.',
      example: 'grace@example.com',
    }),
    action: z.enum(AUDIT_ACTIONS),
    user_id: id.nullable().meta({ description: 'Whom it was done to; null: nobody alone.' }),
    user_email: z.string().nullable().meta({
      description: 'Of whom it was done to, as they are called now; null once they have left.',
      example: 'ada@example.com',
    }),
    before: auditedFields.meta({
      description: 'The fields that changed. Null once the customer has left, as `after`.',
      example: { 'station.status': 'setup_pending' },
    }),
    after: auditedFields.meta({ example: { 'station.status': 'active' } }),
    ip: z.string().nullable().meta({ example: '203.0.113.7' }),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const listAudit = call({
  id: 'listAudit',
  method: 'get',
  path: '/v1/admin/audit',
  access: 'admin',
  summary: 'What admins did',
  description: 'Newest first. Nobody can change or delete a line.',
  query: z.strictObject({
    user_id: id.optional().meta({ description: 'Only what was done to this customer.' }),
    ...deskPage,
  }),
  response: listOf(AuditEntry),
  errors: [],
});

/** What may be wrong with a station on air. */
export const TROUBLES = ['silent', 'slow', 'stuck', 'untitled'] as const;
export type Trouble = (typeof TROUBLES)[number];

/** Something that is wrong with a station on air, found by listening to it. */
export const StationTrouble = z
  .object({
    station_id: id,
    user_id: id,
    station_name: z.string().nullable().meta({ example: 'Counting House Radio' }),
    station_slug: z.string().meta({ example: 'counting-house' }),
    trouble: z.enum(TROUBLES).meta({
      description:
        '`silent`: nothing is heard; `slow`: less comes than is played; `stuck`: the same title for ' +
        `${STUCK_TITLE_MINUTES} minutes; \`untitled\`: a track’s address can’t be read.`,
      example: 'silent',
    }),
    message: z.string().meta({ example: 'The stream’s server does not answer.' }),
    since: time,
    checked_at: time,
  })
  .meta({ id: 'StationTrouble' });
export type StationTrouble = z.infer<typeof StationTrouble>;

export const listTroubles = call({
  id: 'listTroubles',
  method: 'get',
  path: '/v1/admin/watch',
  access: 'admin',
  summary: 'Stations in trouble',
  description: `Every station on air is listened to about every ${WATCH_MINUTES} minutes. The longest in trouble come first.`,
  query: z.strictObject(deskPage),
  response: listOf(StationTrouble),
  errors: [],
});
