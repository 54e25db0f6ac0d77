// A customer’s wishes for the music: the optional part of the setup form.
import { z } from 'zod';
import { endOfDay, hoursOfWeek, requiredLine, timeOfDay, unique, zone } from '../fields.ts';
import {
  DAY_ENERGIES,
  MAX_MOODS,
  MAX_NEVER_PLAY,
  MAX_WISHED_DAY_PARTS,
  MOODS,
  type DayEnergy,
  type Mood,
} from './values.ts';
import { MAX_LINE_LENGTH } from '../values.ts';
import { MAX_OPENING_HOURS } from '../schedule/values.ts';
import { daysInWords } from '../schedule/weekdays.ts';

/** A part of the day and how lively its music should be. */
export const WishedDayPart = z
  .strictObject({
    from: timeOfDay,
    to: endOfDay,
    energy: z.enum(DAY_ENERGIES).meta({ example: 'calm' }),
  })
  .meta({ id: 'WishedDayPart' });
export type WishedDayPart = z.infer<typeof WishedDayPart>;

/** The wishes for the music. Empty lists and null are questions without an answer. */
export const MusicWishes = z
  .strictObject({
    moods: z
      .array(z.enum(MOODS))
      .max(MAX_MOODS, `Choose at most ${MAX_MOODS} moods.`)
      .refine(unique, 'List each mood only once.')
      .meta({ description: 'The most important first.', example: ['warm', 'cool'] }),
    day: z
      .array(WishedDayPart)
      .max(MAX_WISHED_DAY_PARTS, `A day has at most ${MAX_WISHED_DAY_PARTS} parts.`)
      .meta({ description: 'In local time. Where two overlap, the first counts.' }),
    guests: z.string().trim().max(MAX_LINE_LENGTH, 'Please use fewer characters.').nullable().meta({
      description: 'The guests, in one line.',
      example: 'Parents with prams in the morning, students after two',
    }),
    opening_hours: z
      .array(hoursOfWeek)
      .max(MAX_OPENING_HOURS, `Enter at most ${MAX_OPENING_HOURS}.`),
    zone: zone.nullable(),
    never_play: z
      .array(requiredLine('Please enter an artist or a word.'))
      .max(MAX_NEVER_PLAY, `List at most ${MAX_NEVER_PLAY}.`)
      .refine(unique, 'List each only once.')
      .meta({ description: 'Artists, and words of titles.', example: ['Last Christmas'] }),
    explicit_songs: z.boolean().nullable().meta({
      description: 'Whether songs with explicit lyrics may air.',
      example: false,
    }),
  })
  .meta({ id: 'MusicWishes' });
export type MusicWishes = z.infer<typeof MusicWishes>;

/** Wishes without an answer to any question. */
export const NO_WISHES: MusicWishes = {
  moods: [],
  day: [],
  guests: null,
  opening_hours: [],
  zone: null,
  never_play: [],
  explicit_songs: null,
};

/** Each mood in words, and the genres of the library that it is usually found in. */
export const MOOD_DETAILS: Record<Mood, { name: string; line: string; genres: string[] }> = {
  warm: {
    name: 'Warm',
    line: 'Soul, swing and electric piano',
    genres: ['Soul', 'Swing', 'R&B'],
  },
  bright: { name: 'Bright', line: 'Bossa nova and easy pop', genres: ['Bossa nova', 'Pop'] },
  calm: { name: 'Calm', line: 'Ambient and quiet classics', genres: ['Ambient', 'Classical'] },
  dreamy: { name: 'Dreamy', line: 'Folk and gentle indie', genres: ['Folk', 'Indie'] },
  cool: { name: 'Cool', line: 'Jazz and lounge, lights down', genres: ['Jazz', 'Lounge'] },
  driving: { name: 'Driving', line: 'House and funk with a pulse', genres: ['House', 'Funk'] },
};

/** Each energy in words, and its range of the library’s energy tag. */
export const ENERGY_DETAILS: Record<DayEnergy, { name: string; from: number; to: number }> = {
  calm: { name: 'Calm', from: 1, to: 2 },
  bright: { name: 'Bright', from: 3, to: 5 },
  late: { name: 'Late', from: 2, to: 3 },
};

/** Wishes as names and values, for mails and admins. Questions without an answer are left out. */
export function wishesInWords(wishes: MusicWishes | null): [name: string, text: string][] {
  if (!wishes) return [];
  const { moods, day, guests, opening_hours, zone: inZone, never_play, explicit_songs } = wishes;
  const words: [string, string][] = [
    ['Moods', moods.map((mood) => MOOD_DETAILS[mood].name).join(', ')],
    ['Day', day.map(({ from, to, energy }) => `${from} to ${to} ${energy}`).join(', ')],
    ['Guests', guests ?? ''],
    [
      'Opening hours',
      opening_hours.map(({ days, from, to }) => `${daysInWords(days)} ${from} to ${to}`).join('; '),
    ],
    ['Time zone', inZone ?? ''],
    ['Never play', never_play.join(', ')],
    ['Explicit songs', { true: 'Yes', false: 'No', null: '' }[`${explicit_songs}`]],
  ];
  return words.filter(([, text]) => text !== '');
}
