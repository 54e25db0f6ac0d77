import { z } from 'zod';
import { call } from '../call.ts';
import { adminPage } from './customers.ts';
import { id, listOf, time } from '../fields.ts';
import { STUCK_TITLE_MINUTES, TREND_DAYS, WATCH_MINUTES } from './values.ts';
import { CURRENCY } from '../billing/prices.ts';
import { AUDIT_SENTENCES, type AuditAction } from './audit-sentences.ts';

export const getStats = call({
  id: 'getStats',
  method: 'get',
  path: '/v1/admin/stats',
  access: 'admin',
  summary: 'The figures of the admin dashboard',
  description:
    'Amounts are in cents. `total_revenue` sums the stations’ `total_amount`; `collected_revenue` sums ' +
    'paid invoices. Deleted customers count in both. The demo station does not count. ' +
    `\`trend\` has the figures at the end of each of the last ${TREND_DAYS} days, oldest first; the last are today’s. ` +
    'It is shorter until enough days are recorded.',
  response: z.object({
    total_customers: z.int().meta({ example: 128 }),
    total_revenue: z.int().meta({ example: 1_934_500 }),
    collected_revenue: z.int().meta({ example: 1_790_200 }),
    active_stations: z.int().meta({ example: 103 }),
    pending_setups: z.int().meta({ example: 7 }),
    currency: z.literal(CURRENCY),
    trend: z.array(
      z.object({
        day: z.iso.date().meta({ description: 'In UTC.', example: '2026-11-21' }),
        total_customers: z.int().meta({ example: 128 }),
        total_revenue: z.int().meta({ example: 1_934_500 }),
        active_stations: z.int().meta({ example: 103 }),
        pending_setups: z.int().meta({ example: 7 }),
      }),
    ),
  }),
  errors: [],
});

const auditedFields = z.record(z.string(), z.unknown()).nullable();

/** A line of the audit log: an admin's action, with the fields before and after. */
export const AuditEntry = z
  .object({
    id,
    at: time,
    actor_id: id
      .nullable()
      .meta({ description: 'Null for an admin at the terminal (the command `stationhouse`).' }),
    actor_email: z.string().nullable().meta({
      description: 'The admin’s current address; null once the account is deleted.',
      example: 'grace@example.com',
    }),
    action: z.enum(Object.keys(AUDIT_SENTENCES) as AuditAction[]),
    user_id: id.nullable().meta({
      description: 'The customer concerned; null when the action concerns no single customer.',
    }),
    user_email: z.string().nullable().meta({
      description: 'The customer’s current address; null once the account is deleted.',
      example: 'ada@example.com',
    }),
    before: auditedFields.meta({
      description:
        'The changed fields. Null, as is `after`, once the customer’s account is deleted. `…` is an erased address.',
      example: { 'station.status': 'setup_pending' },
    }),
    after: auditedFields.meta({ example: { 'station.status': 'active' } }),
    ip: z.string().nullable().meta({
      description: 'Null at the terminal, after a year, and once the admin’s account is deleted.',
      example: '203.0.113.7',
    }),
    api_key_prefix: z.string().nullable().meta({
      description: 'The first characters of the API key that was used; null with a session.',
      example: null,
    }),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const listAudit = call({
  id: 'listAudit',
  method: 'get',
  path: '/v1/admin/audit',
  access: 'support',
  summary: 'The audit log',
  description:
    'Newest first. Lines are never deleted; they only lose personal data. Acts of team members for an owner are only ' +
    'among the actions on that customer.',
  query: z.strictObject({
    user_id: id.optional().meta({ description: 'Only actions on this customer.' }),
    ...adminPage,
  }),
  response: listOf(AuditEntry),
  errors: [],
});

/** Kinds of trouble with a station on air. */
export const TROUBLES = ['silent', 'slow', 'stuck', 'untitled', 'domain'] as const;
export type Trouble = (typeof TROUBLES)[number];

/** A trouble of a station on air, found by listening to it. */
export const StationTrouble = z
  .object({
    station_id: id,
    user_id: id,
    station_name: z.string().nullable().meta({ example: 'Counting House Radio' }),
    station_slug: z.string().meta({ example: 'counting-house' }),
    trouble: z.enum(TROUBLES).meta({
      description:
        '`silent`: no sound; `slow`: sound arrives more slowly than it plays; `stuck`: the same title for ' +
        `${STUCK_TITLE_MINUTES} minutes; \`untitled\`: a track’s address can’t be read; \`domain\`: its own domain ` +
        'leads elsewhere or does not answer.',
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
  access: 'support',
  summary: 'Stations in trouble',
  description: `Every station on air is checked about every ${WATCH_MINUTES} minutes. The longest trouble comes first.`,
  query: z.strictObject(adminPage),
  response: listOf(StationTrouble),
  errors: [],
});
