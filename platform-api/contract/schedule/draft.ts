// Schedules of stations on air here: a draft that admins edit, and revisions that are published and immutable.
import { z } from 'zod';
import {
  days,
  endOfDay,
  hoursOfWeek,
  id,
  requiredLine,
  timeOfDay,
  unique,
  zone,
} from '../fields.ts';
import {
  ARTIST_SEPARATION_TRACKS,
  DEFAULT_MIXING,
  DEFAULT_SEPARATION,
  DUE_EVERY_MINUTES,
  MAX_DAY_PART_PLAYLISTS,
  MAX_DAY_PARTS,
  MAX_FIXED_ITEMS,
  MAX_OPENING_HOURS,
  MAX_SCHEDULE_ITEMS,
  PLAYLIST_WEIGHT,
  SPOTS_IN_BREAK,
  TITLE_SEPARATION_HOURS,
  WEEKDAYS,
} from './values.ts';
import { ANNOUNCEMENT_FREQUENCY, RADIO_ID_FREQUENCY } from '../setup/values.ts';

interface Range {
  min: number;
  max: number;
}

const wordsOf = ({ min, max }: Range): string => `Please choose ${min} to ${max}.`;

export const within = ({ min, max }: Range) => {
  const words = wordsOf({ min, max });
  return z.int(words).min(min, words).max(max, words);
};

/** Playlists of which the music is mixed. */
export const playlists = z
  .array(
    z.strictObject({
      playlist_id: id,
      weight: within(PLAYLIST_WEIGHT).meta({
        description: 'How often it is chosen, compared with the others.',
        example: 1,
      }),
    }),
  )
  .min(1, 'Choose at least one playlist.')
  .max(MAX_DAY_PART_PLAYLISTS, `Choose at most ${MAX_DAY_PART_PLAYLISTS}.`)
  .refine(
    (shares) => unique(shares.map(({ playlist_id }) => playlist_id)),
    'List each playlist only once.',
  );

/** Hours of the week with their music. */
export const DayPart = z
  .strictObject({
    name: requiredLine('Please give the day part a name.').meta({ example: 'Mornings' }),
    days,
    from: timeOfDay,
    to: endOfDay,
    playlists,
  })
  .meta({ id: 'DayPart' });

export type DayPart = z.infer<typeof DayPart>;

/** Files of the customer: by their ids, or all of the kind. */
const customersItems = z
  .union([
    z.literal('all'),
    z
      .array(id)
      .min(1, 'Choose at least one.')
      .max(MAX_SCHEDULE_ITEMS, `Choose at most ${MAX_SCHEDULE_ITEMS}.`)
      .refine(unique, 'List each item only once.'),
  ])
  .meta({ description: 'Ids of the customer’s files, or `all`.', example: 'all' });

/** An item at fixed local times. */
export const FixedItem = z
  .strictObject({
    item_id: id.meta({ description: 'A file of the customer, or a track of the library.' }),
    days,
    at: timeOfDay,
    is_hard: z.boolean().meta({
      description:
        'Airs at the minute: speech of up to three minutes over the music (see `mixing`), and everything else fades out what is ' +
        'playing. Otherwise it airs when that has ended.',
      example: false,
    }),
  })
  .meta({ id: 'FixedItem' });

export type FixedItem = z.infer<typeof FixedItem>;

/** A schedule as admins edit it. */
export const ScheduleDraft = z
  .strictObject({
    zone,
    playlists: playlists.meta({ description: 'The music of hours without a day part.' }),
    day_parts: z
      .array(DayPart)
      .max(MAX_DAY_PARTS, `A schedule has at most ${MAX_DAY_PARTS} day parts.`)
      .meta({ description: 'Where two overlap, the first in this list is in force.' }),
    separation: z.strictObject({
      // Parts of an hour too, because a starter programme gives way by what its playlist can hold.
      title_hours: z
        .number(wordsOf(TITLE_SEPARATION_HOURS))
        .min(TITLE_SEPARATION_HOURS.min, wordsOf(TITLE_SEPARATION_HOURS))
        .max(TITLE_SEPARATION_HOURS.max, wordsOf(TITLE_SEPARATION_HOURS))
        .meta({
          description: 'Hours until a title may air again, also as a fraction; 0: no rule.',
          example: DEFAULT_SEPARATION.title_hours,
        }),
      artist_tracks: within(ARTIST_SEPARATION_TRACKS).meta({
        description: 'Tracks until an artist may air again; 0: no rule.',
        example: DEFAULT_SEPARATION.artist_tracks,
      }),
    }),
    radio_ids: z
      .union([
        z.strictObject({
          items: customersItems,
          every_minutes: within(DUE_EVERY_MINUTES).meta({
            description: 'Due at midnight and at multiples of this.',
            example: RADIO_ID_FREQUENCY.default,
          }),
        }),
        z.null(),
      ])
      .meta({ description: '`all`: the customer’s radio IDs and jingles. Null: none air.' }),
    breaks: z
      .union([
        z.strictObject({
          items: customersItems,
          every_minutes: within(DUE_EVERY_MINUTES).meta({
            description: 'Due at midnight and at multiples of this.',
            example: ANNOUNCEMENT_FREQUENCY.default,
          }),
          spots: within(SPOTS_IN_BREAK).meta({ description: 'In each break.', example: 2 }),
        }),
        z.null(),
      ])
      .meta({ description: '`all`: the customer’s commercials. Null: none air.' }),
    fixed_items: z
      .array(FixedItem)
      .max(MAX_FIXED_ITEMS, `A schedule has at most ${MAX_FIXED_ITEMS} fixed items.`),
    mixing: z
      .strictObject({
        segues: z.boolean().meta({
          description: 'The next song begins while the last one fades out, at its segue point.',
          example: DEFAULT_MIXING.segues,
        }),
        radio_ids_over_music: z.boolean().meta({
          description: 'A radio ID is spoken over the intro of the next song, where it fits.',
          example: DEFAULT_MIXING.radio_ids_over_music,
        }),
        fixed_items_over_music: z.boolean().meta({
          description: 'Speech at a fixed minute airs over the music, which continues quietly.',
          example: DEFAULT_MIXING.fixed_items_over_music,
        }),
      })
      .optional()
      .meta({ description: 'Items that may overlap. Absent: all of them.' }),
    opening_hours: z
      .union([
        z
          .array(hoursOfWeek)
          .min(1, 'Add at least one, or choose none.')
          .max(MAX_OPENING_HOURS, `Enter at most ${MAX_OPENING_HOURS}.`),
        z.null(),
      ])
      .meta({ description: 'Outside of them only music airs. Null: always open.' }),
  })
  .meta({ id: 'ScheduleDraft' });

export type ScheduleDraft = z.infer<typeof ScheduleDraft>;

/** Hours of the day for an industry; admins choose the playlists. */
export interface DayPartPreset {
  name: string;
  day_parts: readonly Pick<DayPart, 'name' | 'days' | 'from' | 'to'>[];
}

const EVERY_DAY = [...WEEKDAYS];

const part = (name: string, from: string, to: string, of: DayPart['days'] = EVERY_DAY) => ({
  name,
  days: of,
  from,
  to,
});

/** Day parts by industry, of which an admin picks one. */
export const DAY_PART_PRESETS: readonly DayPartPreset[] = [
  {
    name: 'Café',
    day_parts: [
      part('Night', '00:00', '06:00'),
      part('Morning', '06:00', '11:00'),
      part('Midday', '11:00', '15:00'),
      part('Afternoon', '15:00', '24:00'),
    ],
  },
  {
    name: 'Restaurant or bar',
    day_parts: [
      part('Lunch', '00:00', '15:00'),
      part('Afternoon', '15:00', '18:00'),
      part('Dinner', '18:00', '22:00'),
      part('Late', '22:00', '24:00'),
    ],
  },
  {
    name: 'Shop',
    day_parts: [
      part('Morning', '00:00', '12:00'),
      part('Afternoon', '12:00', '17:00'),
      part('Evening', '17:00', '24:00'),
    ],
  },
  {
    name: 'Gym',
    day_parts: [
      part('Early', '00:00', '09:00'),
      part('Day', '09:00', '16:00'),
      part('Peak', '16:00', '24:00'),
    ],
  },
  {
    name: 'Hotel or spa',
    day_parts: [
      part('Night', '00:00', '07:00'),
      part('Breakfast', '07:00', '11:00'),
      part('Day', '11:00', '18:00'),
      part('Evening', '18:00', '24:00'),
    ],
  },
  {
    name: 'Office or practice',
    day_parts: [
      part('Weekdays', '00:00', '24:00', ['mon', 'tue', 'wed', 'thu', 'fri']),
      part('Weekend', '00:00', '24:00', ['sat', 'sun']),
    ],
  },
];
