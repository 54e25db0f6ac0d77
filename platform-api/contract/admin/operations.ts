import { z } from 'zod';
import { call } from '../call.ts';
import { StarterNote } from './customers.ts';
import { id, instant, time } from '../fields.ts';
import { getStatus, PlannedWork } from '../health/calls.ts';
import { MAX_RETRIED_AT_ONCE } from './values.ts';

const count = z.int().min(0).meta({ example: 0 });

const OperatingModes = z
  .object({
    standby_since: time.nullable().meta({
      description:
        'When stand-by began. Only `stationhouse standby off` ends it. Null: no stand-by.',
    }),
    maintenance_since: time.nullable(),
    planned_work: z.union([PlannedWork, z.null()]),
  })
  .meta({ id: 'OperatingModes' });

const QueuedJob = z
  .object({
    id: z.string().meta({ example: '4711' }),
    task: z.string().meta({ example: 'sync_stripe_customer' }),
    state: z.enum(['waiting', 'running', 'failed']),
    attempts: z.int().meta({ example: 14 }),
    max_attempts: z.int().meta({ example: 14 }),
    created_at: time,
    run_at: time.meta({ description: 'When it is tried next. Not of a failed one.' }),
    last_error: z.string().nullable().meta({ example: 'no answer within 10 s' }),
    message: z
      .string()
      .nullable()
      .meta({ description: 'The kind of a mail.', example: 'password-changed' }),
    recipient: z
      .string()
      .nullable()
      .meta({ description: 'Of a mail, if the job holds it.', example: 'ada@example.com' }),
  })
  .meta({ id: 'QueuedJob' });

export const getOperations = call({
  id: 'getOperations',
  method: 'get',
  path: '/v1/admin/operations',
  access: 'admin',
  summary: 'Jobs that wait, everything that has failed, and the modes',
  description: 'Of each list the first 50. The counts are of all.',
  response: z.object({
    modes: OperatingModes,
    parts: getStatus.response.shape.parts,
    counts: z.object({
      failed_jobs: count,
      failed_mails: count,
      retried_mails: count,
      unprocessed_events: count,
      failed_deliveries: count,
    }),
    tasks: z.array(
      z.object({
        task: z.string().meta({ example: 'send_mail' }),
        waiting: count,
        running: count,
        failed: count,
        oldest_due_at: time
          .nullable()
          .meta({ description: 'When the oldest job that is due should have run.' }),
      }),
    ),
    stations: z
      .array(
        z.object({
          user_id: id,
          station_slug: z.string().meta({ example: 'counting-house' }),
          station_name: z.string().nullable().meta({ example: 'Counting House Radio' }),
          starter_note: StarterNote,
        }),
      )
      .meta({ description: 'Those that are paid and that no starter programme could put on air.' }),
    failed_jobs: z.array(QueuedJob),
    mails: z.array(QueuedJob).meta({ description: 'Those that failed or wait after a failure.' }),
    stripe_events: z.array(
      z.object({
        id: z.string().meta({ example: 'evt_1QxYz' }),
        type: z.string().meta({ example: 'invoice.paid' }),
        customer_id: z.string().nullable().meta({ example: 'cus_RfQ1' }),
        received_at: time,
      }),
    ),
    webhook_deliveries: z.array(
      z.object({
        id: z.string().meta({ example: 'evt_0190a00000007000800000000000000' }),
        webhook_id: id,
        url: z.string().meta({ example: 'https://shop.example.com/hook' }),
        type: z.string().meta({ example: 'station.live' }),
        created_at: time,
        attempts: z.int().meta({ example: 9 }),
        reason: z.string().meta({ example: 'status 500' }),
        is_enabled: z.boolean().meta({
          description: 'False: nothing is sent to this address.',
          example: true,
        }),
      }),
    ),
  }),
  errors: [],
});

/** Acts of an admin on jobs, webhooks and events of Stripe. Mails are jobs. */
export const OPERATION_ACTS = [
  'retry_job',
  'remove_job',
  'retry_webhook',
  'retry_stripe_event',
] as const;

export const actOnFailed = call({
  id: 'actOnFailed',
  method: 'post',
  path: '/v1/admin/operations',
  access: 'admin',
  in_maintenance: true,
  summary: 'Try jobs, webhooks or events of Stripe again, or delete jobs',
  description:
    'What is tried again gets all its attempts, from now. Running jobs and unknown ids are left alone.',
  body: z.strictObject({
    act: z.enum(OPERATION_ACTS),
    ids: z.array(z.string().min(1).max(300)).min(1).max(MAX_RETRIED_AT_ONCE),
  }),
  body_examples: {
    'a job or a mail': { act: 'retry_job', ids: ['4711'] },
    'events of Stripe': { act: 'retry_stripe_event', ids: ['evt_1QxYz', 'evt_1QxZa'] },
  },
  response: z.object({ done: z.int().meta({ example: 1 }) }),
  errors: [],
});

const moment = instant.meta({ format: 'date-time', example: '2026-11-28T02:00:00.000Z' });

const PlannedWorkChange = z
  .strictObject({ message: PlannedWork.shape.message, starts_at: moment, ends_at: moment })
  .refine(({ starts_at, ends_at }) => new Date(ends_at) > new Date(starts_at), {
    path: ['ends_at'],
    message: 'The end must be after the beginning.',
  })
  .meta({ id: 'PlannedWorkChange' });

export const changeModes = call({
  id: 'changeModes',
  method: 'patch',
  path: '/v1/admin/operations',
  access: 'admin',
  in_maintenance: true,
  summary: 'Begin or end maintenance, announce planned work',
  description:
    'During maintenance users can read and listen, and every change answers 503 `maintenance`. Planned work is shown ' +
    'in the portal until it is over; null withdraws it. Absent fields stay.',
  body: z
    .strictObject({
      maintenance: z.boolean().optional(),
      planned_work: z.union([PlannedWorkChange, z.null()]).optional(),
    })
    .meta({ id: 'ModesChange' }),
  body_examples: {
    'begin maintenance': { maintenance: true },
    'announce work': {
      planned_work: {
        message: 'We move to a new data centre. Stations keep playing; changes may be slow.',
        starts_at: '2026-11-28T02:00:00.000Z',
        ends_at: '2026-11-28T04:00:00.000Z',
      },
    },
    'withdraw the notice': { planned_work: null },
  },
  response: OperatingModes,
  errors: [],
});
