// Evidence of the programme: proofs of play, promises kept, reports for collecting societies.
import { z } from 'zod';
import { id, time } from '../fields.ts';
import { PromiseFigures } from '../schedule/schemas.ts';
import { LOCATION_STATUSES } from '../locations/values.ts';
import { PROMISE_KINDS, REPORT_KINDS, REPORT_STATES, SPOT_KINDS } from './values.ts';

const dateFrom = z.iso.date().meta({ description: 'The first day.', example: '2026-10-01' });
const dateTo = z.iso
  .date()
  .meta({ description: 'The last day, inclusive.', example: '2026-10-31' });

/** Why a location did not play a spot. `unknown`: its statuses of that time are no longer kept. */
const notPlaying = z.enum([...LOCATION_STATUSES, 'outside_hours', 'unknown']);

/** The content of a proof: what it says, signed, of a spot in a period. */
export const PlayProof = z
  .object({
    version: z.literal(1),
    proof_id: id,
    number: z.int().min(1).meta({ description: 'Of the proofs of this spot.', example: 1 }),
    previous: z.string().nullable().meta({
      description: 'SHA-256 of the line of the proof before, in base64url. Null: it is the first.',
      example: null,
    }),
    made_at: time,
    issuer: z.url().meta({
      description: 'The installation that has signed it.',
      example: 'https://stationhouse.example',
    }),
    station: z.object({
      id,
      name: z.string().meta({ example: 'Counting House Radio' }),
      slug: z.string().meta({ example: 'counting-house' }),
    }),
    spot: z.object({
      id,
      kind: z.enum(SPOT_KINDS),
      title: z.string().meta({ example: 'Happy hour until seven' }),
      seconds: z.number().nullable().meta({ description: 'Its length.', example: 6.1 }),
    }),
    from: dateFrom,
    to: dateTo,
    zone: z.string().meta({ description: 'Of these days.', example: 'Europe/London' }),
    airings: z
      .array(
        z.object({
          due_at: time.nullable().meta({ description: 'Null: it had no time of its own.' }),
          aired_at: time.nullable().meta({ description: 'Null: it did not air.' }),
          late_seconds: z.number().nullable().meta({ example: 0.1 }),
          missed: z.string().nullable().meta({ description: 'Why it did not air.', example: null }),
          listeners: z.number().nullable().meta({
            description:
              'The average of listeners in the hour in which it aired, over all players.',
            example: 17.4,
          }),
        }),
      )
      .meta({ description: 'In order.' }),
    locations: z
      .array(
        z.object({
          id,
          name: z.string().meta({ example: 'High Street' }),
          played: z.int().meta({
            description: 'Airings during which a player there played, from start to end.',
            example: 119,
          }),
          not_playing: z
            .array(
              z.object({
                airing: z
                  .int()
                  .meta({ description: 'Its place in `airings`, from 0.', example: 4 }),
                status: notPlaying.meta({ example: 'offline' }),
              }),
            )
            .meta({ description: 'The airings that were not heard there, and why.' }),
        }),
      )
      .meta({ description: 'The locations at which it should air. Empty: the station has none.' }),
    due: z.int().meta({ example: 120 }),
    aired: z.int().meta({ example: 119 }),
  })
  .meta({ id: 'PlayProof' });
export type PlayProof = z.infer<typeof PlayProof>;

/** A proof in a list. */
export const ProofSummary = z
  .object({
    id,
    number: z.int().meta({ description: 'Of the proofs of this spot.', example: 1 }),
    from: dateFrom,
    to: dateTo,
    due: z.int().meta({ example: 120 }),
    aired: z.int().meta({ example: 119 }),
    made_at: time,
    page_url: z.url().meta({
      description: 'The page that shows and checks it, without an account.',
      example: 'https://stationhouse.example/proof?id=019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10',
    }),
  })
  .meta({ id: 'ProofSummary' });
export type ProofSummary = z.infer<typeof ProofSummary>;

/** A sound whose airings can be proved. */
export const Spot = z
  .object({
    id,
    kind: z.enum(SPOT_KINDS),
    title: z.string().meta({ example: 'Happy hour until seven' }),
    last_aired_at: time.nullable().meta({ description: 'Null: not yet.' }),
    proofs: z.int().meta({ description: 'How many proofs it has.', example: 1 }),
  })
  .meta({ id: 'Spot' });
export type Spot = z.infer<typeof Spot>;

/** The items that were due within a month, and those that aired. */
export const Promises = z
  .object({
    month: z.string().meta({ description: 'In UTC.', example: '2026-11' }),
    until: time.meta({ description: 'What is counted ends here: only days that are over.' }),
    rows: z.array(
      z.object({
        kind: z.enum(PROMISE_KINDS),
        due: z.int().meta({ example: 720 }),
        aired: z.int().meta({ example: 719 }),
        late: z
          .object({
            median_seconds: z.number().meta({ example: 74.9 }),
            worst_seconds: z.number().meta({ example: 301.2 }),
          })
          .nullable()
          .meta({
            description: 'Null: none aired.',
            example: { median_seconds: 74.9, worst_seconds: 301.2 },
          }),
        missed: z.array(
          z.object({
            reason: z.string().meta({
              example: 'A longer item was on air until the next one was due.',
            }),
            count: z.int().meta({ example: 1 }),
          }),
        ),
      }),
    ),
    figures: z
      .union([PromiseFigures, z.null()])
      .meta({ description: 'Of what aired. Null: nothing has aired.' }),
    preview: z.union([PromiseFigures, z.null()]).meta({
      description: 'Of the preview with which the schedule was published. Null: not recorded.',
    }),
  })
  .meta({ id: 'Promises' });
export type Promises = z.infer<typeof Promises>;

/** A report of what aired, made in the background. */
export const AirReport = z
  .object({
    id,
    kind: z.enum(REPORT_KINDS),
    from: dateFrom,
    to: dateTo,
    station_id: id.nullable().meta({ description: 'Null: all stations.', example: null }),
    station_name: z.string().nullable().meta({ example: null }),
    state: z.enum(REPORT_STATES),
    message: z.string().nullable().meta({ description: 'Of a failed one.', example: null }),
    done: z.int().meta({ description: 'Stations that are counted.', example: 1003 }),
    stations: z.int().meta({ description: 'All of its stations.', example: 1003 }),
    rows: z.int().meta({ description: 'Of the file.', example: 9731 }),
    incomplete_rows: z.int().meta({
      description: 'Rows that lack what the society asks for.',
      example: 12,
    }),
    csv_url: z.string().nullable().meta({
      description: 'Works for a day or two, in a browser too. Null: not ready.',
      example: null,
    }),
    xlsx_url: z.string().nullable().meta({
      description: 'The same as a spreadsheet. Null: not ready, or too long for one.',
      example: null,
    }),
    created_at: time,
  })
  .meta({ id: 'AirReport' });
export type AirReport = z.infer<typeof AirReport>;
