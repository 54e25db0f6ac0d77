import { z } from 'zod';
import { Profile } from '../accounts/calls.ts';
import { call } from '../call.ts';
import { requiredLine, withZone } from '../fields.ts';
import {
  ANNOUNCEMENT_FREQUENCY,
  DEFAULT_VOICE,
  INDUSTRIES,
  MIN_COMMERCIAL_SPOTS_PER_BREAK,
  RADIO_ID_FREQUENCY,
  STARTER_MINUTES,
  VOICE_PREFERENCES,
} from './values.ts';
import { MAX_RADIO_ID_TEXT_LENGTH } from '../voices/values.ts';
import { MusicWishes } from './music-wishes.ts';
import { PACKAGES } from '../billing/prices.ts';

const most = (of: 'radio_ids' | 'commercial_spots'): number =>
  Math.max(...PACKAGES.map(({ limits }) => limits[of]));

/** A whole number within bounds: the form clamps it, the API refuses it. */
const within = (bounds: { min: number; max: number }) => {
  const words = `Please choose ${bounds.min} to ${bounds.max}.`;
  return z.int(words).min(bounds.min, words).max(bounds.max, words);
};

const NO_TEXT = 'Please enter a text.';

/** The setup form: what the operator needs to build a station (specification §5). */
export const StationSetup = z.strictObject({
  station_name_request: requiredLine('Please enter a name for your station.').meta({
    example: 'Counting House Radio',
  }),
  voice_preference: z.enum(VOICE_PREFERENCES).default(DEFAULT_VOICE),
  radio_id_texts: z
    .array(
      z
        .string(NO_TEXT)
        .trim()
        .min(1, NO_TEXT)
        .max(MAX_RADIO_ID_TEXT_LENGTH, 'Please use fewer characters.'),
    )
    .max(most('radio_ids'), 'Your package has fewer radio IDs.')
    .default([])
    .meta({ example: ['You are listening to Counting House Radio.'] }),
  radio_id_frequency: within(RADIO_ID_FREQUENCY)
    .default(RADIO_ID_FREQUENCY.default)
    .meta({ description: 'Minutes between radio IDs.' }),
  announcement_frequency: within(ANNOUNCEMENT_FREQUENCY).optional().meta({
    description: 'Minutes between announcements. Not with Starter.',
    example: ANNOUNCEMENT_FREQUENCY.default,
  }),
  commercial_spots_per_break: within({
    min: MIN_COMMERCIAL_SPOTS_PER_BREAK,
    max: most('commercial_spots'),
  })
    .optional()
    .meta({
      description: 'At most as many as the package has commercial spots. Not with Starter.',
      example: 2,
    }),
  industry: z
    .union([z.enum(INDUSTRIES), z.null()])
    .default(null)
    .meta({
      description: 'Your kind of place. It chooses the starter programme.',
      example: 'cafe',
    }),
  hears_first: z.boolean().default(false).meta({
    description: 'Your station waits for your yes before its first air.',
    example: false,
  }),
  music_wishes: z.union([MusicWishes, z.null()]).default(null).meta({
    description: 'Wishes for the music, all of them optional. They fill in the first schedule.',
  }),
});
export type StationSetup = z.infer<typeof StationSetup>;

export const submitSetup = call({
  id: 'submitSetup',
  method: 'put',
  path: '/v1/me/setup',
  access: 'member',
  scope: 'stations',
  summary: 'Submit the setup of your station',
  description:
    'Replaces an earlier setup. The package limits the number of radio ID texts and commercial spots. Upload ' +
    'logo and files to `/v1/me/assets`. The first one puts a starter programme on air within ' +
    `${STARTER_MINUTES} minutes if the operator offers one; \`hears_first\` makes it wait for your yes.`,
  body: withZone(StationSetup, ['music_wishes', 'zone']),
  body_examples: {
    'with Starter': {
      station_name_request: 'Counting House Radio',
      voice_preference: 'female',
      radio_id_texts: ['You are listening to Counting House Radio.'],
      radio_id_frequency: 15,
    },
  },
  refuse_first: ({ station_name_request: name }) =>
    typeof name === 'string' && name.trim() !== '' ? undefined : 'missing_information',
  response: Profile,
  limits: ['setup'],
  errors: ['no_station', 'missing_information', 'feature_not_in_package'],
});
