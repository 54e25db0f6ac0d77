import { z } from 'zod';
import { Profile } from './accounts.ts';
import { call } from './call.ts';
import { requiredLine } from './fields.ts';
import {
  ANNOUNCEMENT_FREQUENCY,
  DEFAULT_VOICE,
  MAX_RADIO_ID_TEXT_LENGTH,
  MIN_COMMERCIAL_SPOTS_PER_BREAK,
  PACKAGES,
  RADIO_ID_FREQUENCY,
  VOICE_PREFERENCES,
} from './limits.ts';

const most = (of: 'radio_ids' | 'commercial_spots'): number =>
  Math.max(...PACKAGES.map(({ limits }) => limits[of]));

/** A whole number within bounds: the form clamps, the API refuses (API document, PUT /v1/me/setup). */
const within = (bounds: { min: number; max: number }) => {
  const words = `Please choose ${bounds.min} to ${bounds.max}.`;
  return z.int(words).min(bounds.min, words).max(bounds.max, words);
};

const NOTHING_SAID = 'Please enter what should be said.';

/** What the operator needs to know to build a station (specification §5). */
export const StationSetup = z.strictObject({
  station_name_request: requiredLine('Please enter a name for your station.').meta({
    example: 'Counting House Radio',
  }),
  voice_preference: z.enum(VOICE_PREFERENCES).default(DEFAULT_VOICE),
  radio_id_texts: z
    .array(
      z
        .string(NOTHING_SAID)
        .trim()
        .min(1, NOTHING_SAID)
        .max(MAX_RADIO_ID_TEXT_LENGTH, 'Please use fewer characters.'),
    )
    .max(most('radio_ids'), 'Your package has fewer radio IDs.')
    .default([])
    .meta({ example: ['You are listening to Counting House Radio.'] }),
  radio_id_frequency: within(RADIO_ID_FREQUENCY)
    .default(RADIO_ID_FREQUENCY.default)
    .meta({ description: 'Minutes from one radio ID to the next.' }),
  announcement_frequency: within(ANNOUNCEMENT_FREQUENCY).optional().meta({
    description: 'Minutes from one announcement to the next. Not with Starter.',
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
});
export type StationSetup = z.infer<typeof StationSetup>;

export const submitSetup = call({
  id: 'submitSetup',
  method: 'put',
  path: '/v1/me/setup',
  access: 'member',
  summary: 'Tell us what your station should be',
  description:
    'Sent again it takes the place of what was sent before. How many radio ID texts and commercial ' +
    'spots there may be is the package’s to say; logo and files are sent to `/v1/me/assets`.',
  body: StationSetup,
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
