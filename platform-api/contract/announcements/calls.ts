// A member's own announcements: typed, recorded or uploaded, and aired after this song, at a time or again and again.
import { z } from 'zod';
import { call } from '../call.ts';
import { id, listOf, optionalLine, time, unique } from '../fields.ts';
import { MAX_LOCATIONS } from '../locations/values.ts';
import {
  ANNOUNCEMENT_DAYS,
  ANNOUNCEMENT_HOURS_AHEAD,
  ANNOUNCEMENT_LATEST_MINUTES,
  INSERTION_DAYS,
  INSERTION_LEAD_SECONDS,
  KEEP_ANNOUNCEMENT_DAYS,
  MAX_AIRINGS_SHOWN,
  MAX_ANNOUNCEMENT_SECONDS,
  MAX_OPEN_ANNOUNCEMENTS,
  MAX_PAST_ANNOUNCEMENTS,
  MUCH_SPEECH,
  OVER_MUSIC_LEAD_SECONDS,
} from '../schedule/values.ts';
import { MAX_AUDIO_BYTES, MAX_AUDIO_MEGABYTES } from '../assets/values.ts';
import { Voice } from '../voices/calls.ts';
import { AnnouncementTime, Announcement, text } from './schemas.ts';

/** A moment at which an announcement is or was due. */
const Airing = z.object({
  due_at: time,
  airs_at: time.nullable().meta({ description: 'When it airs or aired. Null: it does not.' }),
  state: z.enum(['planned', 'aired', 'missed', 'withdrawn']),
  message: z.string().nullable().meta({ description: 'Of a missed one: why.', example: null }),
});

const AnnouncementWithAirings = Announcement.extend({
  airings: z.array(Airing).meta({
    description: `The newest first, at most ${MAX_AIRINGS_SHOWN}. Repeated ones are known ${ANNOUNCEMENT_HOURS_AHEAD} hours ahead.`,
  }),
}).meta({ id: 'AnnouncementWithAirings' });

const params = z.object({ id: id.meta({ description: 'From the list.' }) });

/** Errors of a plan. */
const PLAN_ERRORS = ['not_on_air_here', 'announcement_hour_full'] as const;

const where = z
  .array(id)
  .min(1, 'Choose at least one location.')
  .max(MAX_LOCATIONS)
  .refine(unique, 'List each location only once.')
  .meta({
    description:
      'The ids of the locations at which it airs, at its very minute over the music that all locations share.',
    example: ['019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10'],
  });

const voiceId = z.string().max(100).optional().meta({
  description: 'From the voices. Left out: the one that suits your setup form.',
  example: 'flite:slt',
});

export const listMyVoices = call({
  id: 'listMyVoices',
  method: 'get',
  path: '/v1/me/voices',
  access: 'member',
  scope: 'announcements',
  summary: 'Voices that can speak announcements',
  description:
    'Those that suit you first: by your country’s language, then English, and by your `voice_preference`.',
  response: listOf(Voice).extend({
    default_voice_id: z.string().nullable().meta({
      description: 'The first of them; null: there is no voice.',
      example: 'flite:slt',
    }),
  }),
  errors: [],
});

export const listAnnouncements = call({
  id: 'listAnnouncements',
  method: 'get',
  path: '/v1/me/announcements',
  access: 'member',
  scope: 'announcements',
  summary: 'Your announcements',
  description:
    `All that are not over, newest first; then the last ${MAX_PAST_ANNOUNCEMENTS} that are. They are kept for ` +
    `${KEEP_ANNOUNCEMENT_DAYS} days.`,
  response: listOf(Announcement).extend({
    zone: z.string().nullable().meta({
      description: 'The station’s time zone. Null: the station was never on air here.',
      example: 'Europe/London',
    }),
    an_hour: z.int().meta({
      description: 'How many may air in an hour of the clock; 0: not in your package.',
      example: 6,
    }),
    much_speech: z
      .union([
        z.object({
          from: time.meta({ description: 'The start of the hour.' }),
          minutes: z.number().meta({ example: 10.5 }),
        }),
        z.null(),
      ])
      .meta({
        description:
          `The hour with the most speech of the next ${ANNOUNCEMENT_HOURS_AHEAD}, radio IDs and commercial spots ` +
          `included, if more than ${MUCH_SPEECH * 100} per cent of it is speech.`,
      }),
  }),
  errors: ['no_station'],
});

export const getAnnouncement = call({
  id: 'getAnnouncement',
  method: 'get',
  path: '/v1/me/announcements/{id}',
  access: 'member',
  scope: 'announcements',
  summary: 'An announcement and its airings',
  params,
  response: AnnouncementWithAirings,
  errors: ['not_found'],
});

export const createAnnouncement = call({
  id: 'createAnnouncement',
  method: 'post',
  path: '/v1/me/announcements',
  access: 'member',
  at_locations: true,
  scope: 'announcements',
  summary: 'Make an announcement',
  description:
    'With a `text`, a job speaks it and makes it ready for the air, which takes some seconds. Markup such as SSML is ' +
    'read as text. Without one, send a recording next. With `when`, it airs as soon as its sound is ready and its ' +
    `time has come: at the first end of an item at least ${INSERTION_LEAD_SECONDS} seconds later, or over the music at ` +
    `least ${OVER_MUSIC_LEAD_SECONDS} seconds later. ` +
    `A sound that is ready more than ${ANNOUNCEMENT_LATEST_MINUTES} minutes after its time does not air. You can keep ` +
    `${MAX_OPEN_ANNOUNCEMENTS} that are not over.`,
  idempotent: true,
  body: z.strictObject({
    title: optionalLine.meta({
      description: 'Left out: the beginning of the text.',
      example: 'Happy hour',
    }),
    text: text.optional(),
    voice_id: voiceId,
    when: AnnouncementTime.optional(),
    location_ids: where.optional().meta({ description: 'Left out: everywhere.' }),
  }),
  body_examples: {
    'a text after this song': {
      text: 'Happy hour until seven. All cocktails at half price.',
      when: { kind: 'now' },
    },
    'a text at a time': {
      text: 'We close in fifteen minutes.',
      when: { kind: 'at', at: '2026-11-24T17:45' },
    },
    'a recording that follows': { title: 'Quiz night' },
  },
  response: Announcement,
  status: 201,
  limits: ['announcement'],
  errors: [
    'no_station',
    'announcements_not_in_package',
    'too_many_announcements',
    'voice_not_found',
    ...PLAN_ERRORS,
    'station_closed',
  ],
});

export const speakAnnouncement = call({
  id: 'speakAnnouncement',
  method: 'put',
  path: '/v1/me/announcements/{id}/speech',
  access: 'member',
  at_locations: true,
  scope: 'announcements',
  summary: 'Have an announcement spoken again',
  description:
    'With another text, spelling or voice. Until the new sound is ready, the announcement does not air. The same text ' +
    'and voice again change nothing, unless speaking them failed.',
  params,
  body: z.strictObject({ text, voice_id: voiceId }),
  body_examples: {
    'another spelling': { text: 'Happy hour until seven. All cock-tails at half price.' },
  },
  response: Announcement,
  status: 202,
  limits: ['announcement'],
  errors: ['not_found', 'announcements_not_in_package', 'voice_not_found'],
});

export const recordAnnouncement = call({
  id: 'recordAnnouncement',
  method: 'put',
  path: '/v1/me/announcements/{id}/recording',
  access: 'member',
  at_locations: true,
  scope: 'announcements',
  summary: 'Send a recording of an announcement',
  description:
    `Audio of any kind that the library takes, at most ${MAX_AUDIO_MEGABYTES} MB and ${MAX_ANNOUNCEMENT_SECONDS} ` +
    'seconds. It takes the place of the sound that the announcement had. What is made of it counts with your files.',
  params,
  raw_body: MAX_AUDIO_BYTES,
  body_type: 'application/octet-stream',
  body: z.string().meta({ format: 'binary', description: 'The file’s bytes.' }),
  response: Announcement,
  status: 202,
  limits: ['announcement'],
  errors: ['not_found', 'announcements_not_in_package', 'quota_exceeded', 'storage_unavailable'],
});

export const planAnnouncement = call({
  id: 'planAnnouncement',
  method: 'put',
  path: '/v1/me/announcements/{id}/when',
  access: 'member',
  at_locations: true,
  scope: 'announcements',
  summary: 'Choose when an announcement airs',
  description:
    'Replaces its former time. An announcement that waits for the end of this song airs once, however often this is ' +
    `called. One at a time is in the programme ${INSERTION_DAYS} days ahead, a repeated one ` +
    `${ANNOUNCEMENT_HOURS_AHEAD} hours. At most ${ANNOUNCEMENT_DAYS} days ahead.`,
  params,
  body: z.strictObject({
    when: AnnouncementTime,
    location_ids: where.nullable().optional().meta({
      description: 'Null: everywhere. Left out: as before.',
      example: null,
    }),
  }),
  body_examples: {
    'after this song': { when: { kind: 'now' } },
    'every half hour': {
      when: {
        kind: 'every',
        minutes: 30,
        days: ['fri', 'sat'],
        from: '17:00',
        to: '19:00',
        first_day: '2100-01-01',
        last_day: '2100-01-31',
      },
    },
  },
  response: Announcement,
  limits: ['announcement'],
  errors: ['not_found', 'announcements_not_in_package', ...PLAN_ERRORS, 'station_closed'],
});

export const pauseAnnouncement = call({
  id: 'pauseAnnouncement',
  method: 'post',
  path: '/v1/me/announcements/{id}/pause',
  access: 'member',
  at_locations: true,
  scope: 'announcements',
  summary: 'Pause an announcement',
  description: `It airs no more, unless it begins within ${INSERTION_LEAD_SECONDS} seconds. A repeat changes nothing.`,
  params,
  response: Announcement,
  errors: ['not_found', 'announcement_over'],
});

export const resumeAnnouncement = call({
  id: 'resumeAnnouncement',
  method: 'post',
  path: '/v1/me/announcements/{id}/resume',
  access: 'member',
  at_locations: true,
  scope: 'announcements',
  summary: 'Resume an announcement',
  description:
    'One that was paused or stopped airs again when it is due. A repeat changes nothing.',
  params,
  response: Announcement,
  errors: ['not_found', 'announcements_not_in_package', 'announcement_over', ...PLAN_ERRORS],
});

export const deleteAnnouncement = call({
  id: 'deleteAnnouncement',
  method: 'delete',
  path: '/v1/me/announcements/{id}',
  access: 'member',
  at_locations: true,
  scope: 'announcements',
  summary: 'Remove an announcement',
  description: `It airs no more, unless it begins within ${INSERTION_LEAD_SECONDS} seconds.`,
  params,
  response: z.undefined(),
  status: 204,
  errors: ['not_found'],
});
