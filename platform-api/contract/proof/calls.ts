// Proofs of play for advertisers, promises kept, and reports for collecting societies.
import { z } from 'zod';
import { call } from '../call.ts';
import { id, listOf } from '../fields.ts';
import { AirReport, Promises, ProofSummary, Spot } from './schemas.ts';
import {
  KEEP_REPORT_DAYS,
  MAX_PROOF_DAYS,
  MAX_REPORT_DAYS,
  MAX_SHEET_ROWS,
  PROOF_KEYS_PATH,
  PROVABLE_DAYS,
  REPORT_KINDS,
} from './values.ts';

const spotParams = z.object({ id: id.meta({ description: 'From the list of spots.' }) });

const from = z.iso.date('Please choose a day.').meta({
  description: 'The first day.',
  example: '2026-10-01',
});
const to = z.iso.date('Please choose a day.').meta({
  description: 'The last day, inclusive.',
  example: '2026-10-31',
});

export const listSpots = call({
  id: 'listSpots',
  method: 'get',
  path: '/v1/me/spots',
  access: 'member',
  scope: 'announcements',
  team: 'manager',
  summary: 'Your spots',
  description: `Announcements and commercial spots that have aired in the last ${PROVABLE_DAYS} days, or have proofs.`,
  response: listOf(Spot),
  errors: ['no_station'],
});

export const listProofs = call({
  id: 'listProofs',
  method: 'get',
  path: '/v1/me/spots/{id}/proofs',
  access: 'member',
  scope: 'announcements',
  team: 'manager',
  summary: 'The proofs of a spot',
  description: 'The newest first.',
  params: spotParams,
  response: listOf(ProofSummary),
  errors: ['no_station', 'not_found'],
});

export const makeProof = call({
  id: 'makeProof',
  method: 'post',
  path: '/v1/me/spots/{id}/proofs',
  access: 'member',
  scope: 'announcements',
  team: 'manager',
  summary: 'Make a proof of play',
  description:
    `When the spot was due and aired, which locations really played then, and how many listened. The days must be over: at most ` +
    `${MAX_PROOF_DAYS}, of the last ${PROVABLE_DAYS}. The proof is signed, and names the one before, so none can be left ` +
    'out or changed later.',
  params: spotParams,
  idempotent: true,
  body: z.strictObject({ from, to }),
  body_examples: { 'a month': { from: '2026-10-01', to: '2026-10-31' } },
  response: ProofSummary,
  status: 201,
  errors: ['no_station', 'not_found', 'not_on_air_here'],
});

export const getProof = call({
  id: 'getProof',
  method: 'get',
  path: '/v1/proofs/{id}',
  access: 'public',
  summary: 'A proof of play',
  description:
    `Its file: the proofs of the spot up to this one, each a JWS (RFC 7515) in a line of its own. The public keys are at ` +
    `\`${PROOF_KEYS_PATH}\`. Anyone who knows the id can read it.`,
  params: z.object({ id: id.meta({ description: 'From its page’s address.' }) }),
  response: z
    .object({
      id,
      file_name: z.string().meta({ example: 'proof-of-play-2026-10-31.jws' }),
      file: z.string().meta({
        description: 'The content of the file.',
        example: 'eyJhbGciOiJFZERTQSJ9.eyJ2ZXJzaW9uIjoxfQ.c2ln\n',
      }),
    })
    .meta({ id: 'ProofFile' }),
  errors: ['proof_not_found'],
});

const month = z
  .string()
  .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'Please choose a month.')
  .optional()
  .meta({ description: 'Left out: this month so far.', example: '2026-11' });

export const getMyPromises = call({
  id: 'getMyPromises',
  method: 'get',
  path: '/v1/me/station/promises',
  access: 'member',
  scope: 'stations',
  summary: 'Promises of your station, and how they were kept',
  query: z.strictObject({ month }),
  response: Promises,
  errors: ['no_station', 'not_on_air_here'],
});

export const getStationPromises = call({
  id: 'getStationPromises',
  method: 'get',
  path: '/v1/admin/stations/{station_id}/promises',
  access: 'support',
  summary: 'Promises of a station, and how they were kept',
  params: z.object({ station_id: id.meta({ description: 'The id of the customer’s station.' }) }),
  query: z.strictObject({ month }),
  response: Promises,
  errors: ['not_found', 'not_on_air_here'],
});

export const requestReport = call({
  id: 'requestReport',
  method: 'post',
  path: '/v1/admin/reports',
  access: 'admin',
  summary: 'Ask for a report of what aired',
  description:
    `For PPL: \`ppl_webcasting\` (listener hours, tracks per hour), \`ppl_territories\`, \`ppl_music_usage\` (each track that ` +
    'aired). For PRS for Music: `prs_usage` (plays of each track). `promises`: due, aired, late and missed, of each station ' +
    `and month. It is made in the background. Up to ${MAX_SHEET_ROWS.toLocaleString('en-GB')} rows it is also a ` +
    `spreadsheet. Its files are kept for ${KEEP_REPORT_DAYS} days.`,
  idempotent: true,
  body: z.strictObject({
    kind: z.enum(REPORT_KINDS),
    from: from.meta({ description: `In UTC. At most ${MAX_REPORT_DAYS} days.` }),
    to: to.meta({ description: 'The last day, inclusive. It must be over.' }),
    station_id: id.optional().meta({ description: 'Left out: all stations.' }),
  }),
  body_examples: {
    'a quarter for PRS': { kind: 'prs_usage', from: '2026-07-01', to: '2026-09-30' },
  },
  response: AirReport,
  status: 202,
  errors: ['not_found', 'too_many_reports'],
});

export const listReports = call({
  id: 'listReports',
  method: 'get',
  path: '/v1/admin/reports',
  access: 'support',
  summary: 'Reports of what aired',
  description: 'The newest first.',
  response: listOf(AirReport),
  errors: [],
});
