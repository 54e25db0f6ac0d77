import { z } from 'zod';
import { call } from '../call.ts';
import { time } from '../fields.ts';
import { MAX_PLANNED_WORK_LENGTH } from '../admin/values.ts';

export const getHealth = call({
  id: 'getHealth',
  method: 'get',
  path: '/v1/health',
  access: 'public',
  summary: 'Liveness check',
  response: z.object({ status: z.literal('ok') }),
  errors: [],
});

/** The services that a replica needs besides itself. */
const PART_NAMES = ['database', 'storage', 'mail', 'payments'] as const;
export type PartName = (typeof PART_NAMES)[number];

export const getReady = call({
  id: 'getReady',
  method: 'get',
  path: '/v1/ready',
  access: 'public',
  summary: 'The process can serve listeners',
  description:
    'Answers 503 until the database was reached once with all its migrations and accepted writes, while the process ' +
    'is stopping, and while the storage belongs to another installation. Services that fail later, a read-only ' +
    'database included, are reported as `degraded` with 200: listeners are served without them.',
  response: z.object({
    status: z.enum(['ok', 'degraded']),
    checks: z.record(z.enum(PART_NAMES), z.enum(['ok', 'failing'])),
    standby: z.boolean().meta({
      description:
        'True for a restored copy in stand-by: no job runs, no mail or webhook is sent, nothing is charged.',
      example: false,
    }),
  }),
  errors: ['unavailable', 'storage_not_adopted'],
});

/** How a service failed. Its own words may name hosts, so they are only in the log. */
const FAILURES = ['no_answer', 'unreachable', 'error'] as const;
export type Failure = (typeof FAILURES)[number];
/** Work that the operator has announced. */
export const PlannedWork = z
  .object({
    message: z.string().trim().min(1, 'Say what will happen.').max(MAX_PLANNED_WORK_LENGTH).meta({
      example: 'We move to a new data centre. Stations keep playing; changes may be slow.',
    }),
    starts_at: time,
    ends_at: time,
  })
  .meta({ id: 'PlannedWork' });
export type PlannedWork = z.infer<typeof PlannedWork>;

export const getStatus = call({
  id: 'getStatus',
  method: 'get',
  path: '/v1/status',
  access: 'public',
  summary: 'The state of the installation, for people',
  description:
    'Always answers 200 while the process runs, as the page `/status` does. `since` is when this replica first saw the ' +
    'part in its present state, at most 15 seconds late. `last_error` is the last failure that it has seen.',
  response: z.object({
    status: z.enum(['ok', 'degraded']),
    parts: z.record(
      z.enum(PART_NAMES),
      z.object({
        status: z.enum(['ok', 'failing']),
        since: time,
        last_error: z
          .object({ at: time, reason: z.enum(FAILURES) })
          .nullable()
          .meta({ example: { at: '2026-11-24T09:30:00.000Z', reason: 'unreachable' } }),
      }),
    ),
    installation: z.string().nullable().meta({
      description:
        'The same for every replica of an installation, and of no other one. Null until it was read once.',
      example: '5f0c9a1e2b7d4c36',
    }),
    maintenance_since: time
      .nullable()
      .meta({ description: 'Since when nothing can be changed. Null: no maintenance.' }),
    planned_work: z.union([PlannedWork, z.null()]),
  }),
  errors: [],
});
