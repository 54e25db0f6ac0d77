// Schedules of stations on air here: a draft that admins edit, and revisions that are published and immutable.
import { z } from 'zod';
import { call } from '../call.ts';
import { adminPage } from '../admin/customers.ts';
import { id, instant, listOf, time, withZone } from '../fields.ts';
import {
  DEFAULT_SEPARATION,
  MAX_PROGRAMME_HOURS,
  PLAYLIST_SPREAD_HOURS,
  PREVIEW_DAYS,
} from './values.ts';
import { TRACK_MARKERS } from '../library/values.ts';
import { RADIO_ID_FREQUENCY } from '../setup/values.ts';
import { ScheduleDraft } from './draft.ts';
import {
  ScheduleProblem,
  ScheduleRevision,
  StationSchedule,
  ProgrammeItem,
  MissedItem,
  PlaylistMusic,
  PromiseFigures,
  stationParams,
  note,
  HeldStation,
} from './schemas.ts';

const SCHEDULE = '/v1/admin/stations/{station_id}/schedule';

const draftVersion = z
  .int()
  .min(0)
  .max(2_147_483_647)
  .meta({ description: 'The `draft_version` that this is based on.', example: 0 });

const newestNumber = z.union([z.int().min(1).max(2_147_483_647), z.null()]).meta({
  description: 'The number of the newest revision that you know; null: none.',
  example: null,
});

export const getSchedule = call({
  id: 'getSchedule',
  method: 'get',
  path: SCHEDULE,
  access: 'admin',
  summary: 'The schedule of a station',
  description:
    'The draft and what is on air. Without a saved draft, one is filled from the setup form: its frequencies, the ' +
    'customer’s files, and playlists that keep its rules. `lacking` says why no playlist is named.',
  params: stationParams,
  response: StationSchedule,
  errors: ['not_found'],
});

export const hearSegue = call({
  id: 'hearSegue',
  method: 'get',
  path: '/v1/admin/segue',
  access: 'admin',
  summary: 'Hear how two items meet',
  description:
    'The last seconds of an item and the first ones of another, mixed as on air, in MP3 128. Each is a track of the ' +
    'library or a customer’s file.',
  query: z.strictObject({
    item_id: id.meta({ description: 'The item that ends.' }),
    next_item_id: id.meta({ description: 'The item that begins.' }),
    segue_seconds: z.coerce.number().min(0).max(TRACK_MARKERS.segue.seconds).optional().meta({
      description:
        'Tries another segue than the song’s own: the next item begins so long before its end.',
      example: 4.8,
    }),
  }),
  response: z.string().meta({
    format: 'binary',
    description: 'About 20 seconds of sound. A test key gets an empty file.',
    example: '',
  }),
  content_type: 'audio/mpeg',
  limits: ['schedule_preview'],
  errors: ['item_not_ready'],
});

const EXAMPLE_ID = '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10';

const exampleDraft = {
  zone: 'Europe/London',
  playlists: [{ playlist_id: EXAMPLE_ID, weight: 1 }],
  day_parts: [],
  separation: DEFAULT_SEPARATION,
  radio_ids: { items: 'all', every_minutes: RADIO_ID_FREQUENCY.default },
  breaks: null,
  fixed_items: [],
  opening_hours: null,
};

export const saveScheduleDraft = call({
  id: 'saveScheduleDraft',
  method: 'put',
  path: `${SCHEDULE}/draft`,
  access: 'admin',
  summary: 'Save the draft',
  description:
    'Replaces the draft; nothing on air changes. If another admin has saved one since, the change is refused. A ' +
    'draft with problems can be saved.',
  params: stationParams,
  body: withZone(z.strictObject({ draft_version: draftVersion, draft: ScheduleDraft }), [
    'draft',
    'zone',
  ]),
  body_examples: { 'one playlist': { draft_version: 0, draft: exampleDraft } },
  response: StationSchedule,
  errors: ['not_found', 'schedule_changed'],
});

export const previewSchedule = call({
  id: 'previewSchedule',
  method: 'post',
  path: `${SCHEDULE}/preview`,
  access: 'admin',
  summary: 'Preview a draft',
  description:
    'Each item of a span, computed as on air, with the newest versions of the playlists. `is_complete` also ' +
    'simulates 60 days for the figures and the problems, and counts the music, which takes a second or more. A newer request of this kind by ' +
    'the same session or key ends an older one. Saves nothing.',
  params: stationParams,
  body: withZone(
    z.strictObject({
      draft: ScheduleDraft.optional().meta({ description: 'Left out: the saved draft.' }),
      from: instant.optional().meta({
        example: '2026-11-24T09:30:00.000Z',
        description: `Within the next ${PREVIEW_DAYS} days. Left out: now.`,
      }),
      hours: z
        .int()
        .min(1)
        .max(MAX_PROGRAMME_HOURS)
        .default(24)
        .meta({ description: 'The length of the span.', example: 24 }),
      is_complete: z.boolean().default(false).meta({ example: true }),
    }),
    ['draft', 'zone'],
  ),
  body_examples: { 'the next hour': { hours: 1 }, 'all figures': { is_complete: true } },
  response: z.object({
    from: time,
    to: time,
    items: z.array(ProgrammeItem).meta({
      description: 'Empty if a problem keeps anything from being computed.',
    }),
    missed: z.array(MissedItem),
    audio_urls: z.record(z.string(), z.string()).meta({
      description: 'By the ids of the items: their audio, at addresses that expire.',
      example: {},
    }),
    figures: z.union([PromiseFigures, z.null()]).meta({
      description: 'Of the simulated days if `is_complete`, otherwise of the span.',
    }),
    problems: z.array(ScheduleProblem),
    music: z.array(PlaylistMusic).meta({
      description: 'The playlists of the draft if `is_complete`, otherwise empty.',
    }),
  }),
  limits: ['schedule_preview'],
  errors: ['not_found', 'preview_superseded'],
});

export const compareSchedule = call({
  id: 'compareSchedule',
  method: 'get',
  path: `${SCHEDULE}/changes`,
  access: 'admin',
  summary: 'The differences between the draft and what is on air',
  description: 'A sentence for each. Empty if a publish would change nothing.',
  params: stationParams,
  response: z.object({
    changes: z.array(
      z.object({
        field: z.string().meta({ example: 'radio_ids.every_minutes' }),
        message: z.string().meta({ example: 'Radio IDs: every 10 minutes → every 15 minutes.' }),
      }),
    ),
  }),
  errors: ['not_found'],
});

export const publishSchedule = call({
  id: 'publishSchedule',
  method: 'post',
  path: `${SCHEDULE}/revisions`,
  access: 'admin',
  summary: 'Publish the draft',
  description:
    'Names each item with its length and its audio, so that later changes of the library change nothing. Refused ' +
    'with problems if a simulation of 60 days breaks a rule. A first one puts the station on air here: its stream ' +
    'and track addresses are then set by the program. Its status does not change. Of two admins who publish at ' +
    'once, one is refused.',
  idempotent: true,
  params: stationParams,
  body: z.strictObject({ draft_version: draftVersion, newest: newestNumber, note }),
  body_examples: { 'put on air': { draft_version: 0, newest: null } },
  response: StationSchedule,
  status: 201,
  limits: ['schedule_publish'],
  errors: ['not_found', 'schedule_changed', 'schedule_refused'],
});

export const listScheduleRevisions = call({
  id: 'listScheduleRevisions',
  method: 'get',
  path: `${SCHEDULE}/revisions`,
  access: 'admin',
  summary: 'The history of a schedule',
  description: 'Newest first.',
  params: stationParams,
  query: z.strictObject(adminPage),
  response: listOf(ScheduleRevision),
  errors: ['not_found'],
});

const revisionParams = stationParams.extend({
  number: z.coerce
    .number()
    .int()
    .min(1)
    .max(2_147_483_647)
    .meta({ description: 'From 1.', example: 1 }),
});

export const getScheduleRevision = call({
  id: 'getScheduleRevision',
  method: 'get',
  path: `${SCHEDULE}/revisions/{number}`,
  access: 'admin',
  summary: 'One revision, with its draft',
  description: 'And with the versions of the playlists in it.',
  params: revisionParams,
  response: ScheduleRevision.extend({
    draft: z.union([ScheduleDraft, z.null()]).meta({ description: 'Null: off air.' }),
    playlists: z.array(
      z.object({
        playlist_id: id,
        name: z.string().nullable().meta({ example: 'Mellow mornings' }),
        number: z.int().meta({ description: 'The version that it uses.', example: 3 }),
      }),
    ),
  }),
  errors: ['not_found'],
});

export const restoreScheduleRevision = call({
  id: 'restoreScheduleRevision',
  method: 'post',
  path: `${SCHEDULE}/revisions/{number}/restore`,
  access: 'admin',
  summary: 'Go back to an earlier revision',
  description:
    'Publishes its content again, exactly, as a new revision, and makes it the draft. A revision that took the ' +
    'station off air can’t be restored.',
  idempotent: true,
  params: revisionParams,
  body: z.strictObject({ newest: newestNumber, note }),
  body_examples: { 'go back': { newest: 2 } },
  response: StationSchedule,
  status: 201,
  limits: ['schedule_publish'],
  errors: ['not_found', 'schedule_changed'],
});

export const takeOffAir = call({
  id: 'takeOffAir',
  method: 'post',
  path: `${SCHEDULE}/off-air`,
  access: 'admin',
  summary: 'Take a station off air',
  description:
    'Its stream ends, its stream and track addresses are cleared, and an active station becomes inactive: the ' +
    'member gets a mail. The draft and the history stay.',
  idempotent: true,
  params: stationParams,
  body: z.strictObject({ newest: newestNumber, note }),
  body_examples: { 'off air': { newest: 1 } },
  response: StationSchedule,
  errors: ['not_found', 'schedule_changed', 'not_on_air_here'],
});

export const listHeldStations = call({
  id: 'listHeldStations',
  method: 'get',
  path: '/v1/admin/schedules/held',
  access: 'admin',
  summary: 'Stations that stay on older versions of their playlists',
  description:
    `New versions of playlists reach the stations that use them within ${PLAYLIST_SPREAD_HOURS} hours. Where they would ` +
    'break the rules of a schedule, the station stays as it is. The longest first.',
  query: z.strictObject(adminPage),
  response: listOf(HeldStation),
  errors: [],
});
