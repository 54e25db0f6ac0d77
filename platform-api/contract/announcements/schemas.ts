// A member's own announcements: typed, recorded or uploaded, and aired after this song, at a time or again and again.
import { z } from 'zod';
import { days, endOfDay, id, stationMoment, time, timeOfDay } from '../fields.ts';
import {
  ANNOUNCEMENT_LATEST_MINUTES,
  ANNOUNCEMENT_MINUTES,
  MAX_ANNOUNCEMENT_SECONDS,
} from '../schedule/values.ts';
import { MAX_SPOKEN_TEXT_LENGTH } from '../voices/values.ts';

const day = z.iso.date('Please choose a day.').meta({ example: '2026-11-24' });

/** @param isOverMusic the default */
const overMusic = (isOverMusic: boolean) =>
  z
    .boolean()
    .default(isOverMusic)
    .meta({
      description:
        'True: at that very minute, over the music, which continues quietly under it. False: at the first end of an item ' +
        'from then on.',
      example: isOverMusic,
    });

const MINUTES = `Please choose ${ANNOUNCEMENT_MINUTES.min} to ${ANNOUNCEMENT_MINUTES.max} minutes.`;

/** When an announcement airs. */
export const AnnouncementTime = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('now'), over_music: overMusic(false) }),
    z.strictObject({
      kind: z.literal('at'),
      at: stationMoment.meta({
        description:
          'Local time in the station’s time zone. With `Z` or an offset, a moment, to the second. Answers have it in UTC.',
      }),
      over_music: overMusic(true),
    }),
    z.strictObject({
      kind: z.literal('every'),
      minutes: z
        .int(MINUTES)
        .min(ANNOUNCEMENT_MINUTES.min, MINUTES)
        .max(ANNOUNCEMENT_MINUTES.max, MINUTES)
        .meta({ description: 'Counted from `from`.', example: 30 }),
      days,
      from: timeOfDay,
      to: endOfDay,
      first_day: day,
      last_day: day.meta({ description: 'Inclusive.', example: '2026-12-24' }),
      over_music: overMusic(false),
    }),
  ])
  .meta({
    id: 'AnnouncementTime',
    description:
      '`now`: after this song, or within seconds over it; `at`: at a time; `every`: repeated between dates and hours on ' +
      'some days.',
    example: { kind: 'now', over_music: false },
  });

export type AnnouncementTime = z.infer<typeof AnnouncementTime>;

export const ANNOUNCEMENT_STATES = [
  'draft',
  'planned',
  'running',
  'paused',
  'stopped',
  'past',
] as const;

export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number];

/** A member's announcement. */
export const Announcement = z
  .object({
    id,
    title: z.string().meta({ example: 'Happy hour until seven' }),
    text: z.string().nullable().meta({
      description: 'The text to be spoken; null where there is only a recording.',
      example: 'Happy hour until seven. All cocktails at half price.',
    }),
    voice_id: z
      .string()
      .nullable()
      .meta({ description: 'Null: a recording, or not spoken.', example: 'flite:slt' }),
    sound: z.object({
      state: z.enum(['missing', 'getting_ready', 'ready', 'failed']),
      message: z.string().nullable().meta({
        description: 'Of a missing or failed one: what is wrong, and what to do.',
        example: null,
      }),
      audio_url: z.string().nullable().meta({
        description: 'As it will air, once it is ready. The address expires after a day or two.',
        example: 'https://example.com/storage/library/prepared/5f2c.mp3?expires=1&signature=a',
      }),
      duration_seconds: z.number().nullable().meta({ example: 6.1 }),
      peaks: z
        .array(z.number())
        .nullable()
        .meta({ description: 'The waveform, from 0 to 1.', example: [0, 0.4, 1, 0.7] }),
    }),
    when: z.union([AnnouncementTime, z.null()]).meta({ description: 'Null: not decided.' }),
    state: z.enum(ANNOUNCEMENT_STATES).meta({
      description:
        '`draft`: has no time yet; `planned`: will air; `running`: is repeated now; `stopped`: `note` says why.',
      example: 'planned',
    }),
    note: z.string().nullable().meta({
      description: 'Why it does not air, or did not.',
      example: null,
    }),
    due_at: time.nullable().meta({ description: 'When it is due next. Null: not again.' }),
    airs_at: time.nullable().meta({
      description: 'When it airs next, by the programme. Null: not known yet.',
    }),
    location_ids: z.array(id).nullable().meta({
      description: 'The locations at which it airs. Null: everywhere.',
      example: null,
    }),
    last_aired_at: time.nullable(),
    aired: z.int().meta({ description: 'How often it has aired.', example: 3 }),
    created_at: time,
  })
  .meta({ id: 'Announcement' });

export type Announcement = z.infer<typeof Announcement>;

export const text = z
  .string('Please enter a text.')
  .trim()
  .min(1, 'Please enter a text.')
  .max(MAX_SPOKEN_TEXT_LENGTH, 'Please use fewer characters.')
  .meta({ example: 'Happy hour until seven. All cocktails at half price.' });

/** Why an airing was missed, in words for the member. */
export const MISSED_MESSAGES = {
  late: `Its sound was not ready in time: more than ${ANNOUNCEMENT_LATEST_MINUTES} minutes late it does not air.`,
  hour_full: 'This hour had as many announcements as your package has already.',
  not_heard: 'Your station was off air then.',
  closed: 'Your station was closed then.',
  dropped: 'It was no longer in the programme.',
} as const;

export type MissedReason = keyof typeof MISSED_MESSAGES;

/** Why the program stopped an announcement, in words for the member. */
export const STOPPED_MESSAGES = {
  package:
    'Your package no longer has announcements, so this one has stopped. Upgrade to Professional or Enterprise and resume it.',
} as const;

/** Why a sound can't air. */
export const SOUND_MISSING = 'There is no sound yet. Have the text spoken, or record it.';

export const NO_VOICE =
  'No voice is available just now. Your text is kept: record it, upload it, or try again later.';

export const SOUND_TOO_LONG = `An announcement can last at most ${MAX_ANNOUNCEMENT_SECONDS / 60} minutes. Please make it shorter.`;
