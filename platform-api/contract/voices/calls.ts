// Scripts of the setup form as spoken radio IDs: an admin has them spoken or recorded, hears and accepts them.
import { z } from 'zod';
import { call } from '../call.ts';
import { customerParams } from '../admin/customers.ts';
import { id, listOf, time } from '../fields.ts';
import { MAX_AUDIO_BYTES, MAX_AUDIO_MEGABYTES } from '../assets/values.ts';
import { MAX_SPOKEN_TEXT_LENGTH, type SPEECH_PROBLEMS, VOICE_MAKERS } from './values.ts';
import { VOICE_PREFERENCES } from '../setup/values.ts';

/** A voice that can speak a text. */
export const Voice = z
  .object({
    id: z.string().meta({ example: 'flite:slt' }),
    name: z.string().meta({ example: 'Sally' }),
    language: z.string().meta({ description: 'As BCP 47 has it.', example: 'en-US' }),
    sex: z.enum(VOICE_PREFERENCES).meta({ example: 'female' }),
    maker: z.enum(VOICE_MAKERS).meta({
      description:
        '`polly`: Amazon Polly, if it is configured; `embedded`: part of the program; `espeak`: the program ' +
        '`espeak-ng`, if it is installed.',
      example: 'embedded',
    }),
    is_draft: z.boolean().meta({
      description: 'Good enough to try a text; a customer’s station deserves a better one.',
      example: true,
    }),
  })
  .meta({ id: 'Voice' });
export type Voice = z.infer<typeof Voice>;

export const listVoices = call({
  id: 'listVoices',
  method: 'get',
  path: '/v1/admin/library/voices',
  access: 'support',
  summary: 'Voices that can speak radio IDs',
  description: 'The best makers first.',
  response: listOf(Voice),
  errors: [],
});

const audio = {
  duration_seconds: z.number().nullable().meta({ example: 6.1 }),
  peaks: z
    .array(z.number())
    .nullable()
    .meta({ description: 'The waveform, from 0 to 1.', example: [0, 0.4, 1, 0.7] }),
};

const spoken = {
  voice_id: z.string().nullable().meta({ description: 'Null: a recording.', example: 'flite:slt' }),
  text: z.string().nullable().meta({
    description: 'The spoken text; null for a recording.',
    example: 'You are listening to Counting House Radio.',
  }),
};

/** A script as speech: the newest take that is not accepted yet, or the one that was accepted last. */
const Take = z.object({
  id: id.meta({ description: 'Another one each time that the script is spoken or recorded.' }),
  ...spoken,
  state: z.enum(['getting_ready', 'ready', 'failed']),
  message: z.string().nullable().meta({
    description: 'Of a failed one: what is wrong, and what to do.',
    example: null,
  }),
  audio_url: z.string().nullable().meta({
    description: 'As it will air, once it is ready. The address expires after a day or two.',
    example: 'https://example.com/storage/library/prepared/5f2c.mp3?expires=1&signature=a',
  }),
  ...audio,
  created_at: time,
});

const Accepted = z.object({
  take_id: id,
  asset_id: id.meta({ description: 'Among the customer’s `assets`.' }),
  ...spoken,
  audio_url: z.string().meta({
    example:
      'https://example.com/storage/station-assets/019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10/operator/radio_ids/radio_id_1.mp3?v=8dK1w5nQ2xA',
  }),
  ...audio,
  accepted_at: time,
});

/** A script of the setup form, and its speech. */
export const SpokenId = z
  .object({
    id: id.meta({ description: 'Made of the script: a changed script has another one.' }),
    script: z.string().meta({
      description: 'As the customer wrote it.',
      example: 'You are listening to Counting House Radio.',
    }),
    is_outdated: z.boolean().meta({
      description: 'The customer has changed or removed this script, but its speech is still used.',
      example: false,
    }),
    spoken_text: z.string().meta({
      description: 'Its spelling for speech; the script itself until an admin changes it.',
      example: 'You are listening to Counting House Radio.',
    }),
    take: z.union([Take, z.null()]),
    accepted: z.union([Accepted, z.null()]).meta({ description: 'The radio ID of the station.' }),
  })
  .meta({ id: 'SpokenId' });
export type SpokenId = z.infer<typeof SpokenId>;

const scriptParams = customerParams.extend({ id: id.meta({ description: 'From the list.' }) });

export const listSpokenIds = call({
  id: 'listSpokenIds',
  method: 'get',
  path: '/v1/admin/customers/{user_id}/radio-ids',
  access: 'support',
  summary: 'A customer’s scripts and their speech',
  description:
    'In the order of the setup form, then outdated ones. A script that appears twice is listed once. A form without ' +
    'scripts has one that says the station’s name.',
  params: customerParams,
  response: listOf(SpokenId).extend({
    default_voice_id: z.string().nullable().meta({
      description: 'Chosen by the customer’s `voice_preference`; null: there is no voice.',
      example: 'flite:slt',
    }),
  }),
  errors: ['not_found'],
});

export const speakRadioId = call({
  id: 'speakRadioId',
  method: 'post',
  path: '/v1/admin/customers/{user_id}/radio-ids/{id}/speech',
  access: 'support',
  summary: 'Have a script spoken',
  description:
    'A job speaks the text and makes it ready for the air, which takes some seconds. Markup such as SSML is read ' +
    'as text. The same text and voice again return the same take, unless it failed.',
  params: scriptParams,
  body: z.strictObject({
    text: z
      .string('Please enter a text.')
      .trim()
      .min(1, 'Please enter a text.')
      .max(MAX_SPOKEN_TEXT_LENGTH, 'Please use fewer characters.')
      .meta({
        description: 'The script as it should be spoken.',
        example: 'You are listening to Counting House Radio.',
      }),
    voice_id: z.string().max(100).meta({ description: 'From the voices.', example: 'flite:slt' }),
  }),
  body_examples: {
    'with the embedded voice': {
      text: 'You are listening to Counting House Radio.',
      voice_id: 'flite:slt',
    },
  },
  response: SpokenId,
  status: 202,
  limits: ['speech'],
  errors: ['not_found', 'script_changed', 'voice_not_found'],
});

export const recordRadioId = call({
  id: 'recordRadioId',
  method: 'put',
  path: '/v1/admin/customers/{user_id}/radio-ids/{id}/recording',
  access: 'support',
  summary: 'Upload a recording of a script',
  description: `Audio of any kind that the library takes, at most ${MAX_AUDIO_MEGABYTES} MB.`,
  params: scriptParams,
  raw_body: MAX_AUDIO_BYTES,
  body_type: 'application/octet-stream',
  body: z.string().meta({ format: 'binary', description: 'The file’s bytes.' }),
  response: SpokenId,
  status: 202,
  limits: ['speech'],
  errors: ['not_found', 'script_changed', 'storage_unavailable'],
});

export const acceptRadioId = call({
  id: 'acceptRadioId',
  method: 'post',
  path: '/v1/admin/customers/{user_id}/radio-ids/{id}/acceptance',
  access: 'support',
  summary: 'Accept a take as the radio ID',
  description:
    'It becomes a radio ID of the station, which the customer can hear, and replaces the earlier one of the same ' +
    'script. Accepting it again changes nothing. A station has one spoken radio ID for each script, at most as ' +
    'many as its package has radio IDs.',
  params: scriptParams,
  body: z.strictObject({ take_id: id.meta({ description: 'The take that was heard.' }) }),
  body_examples: { 'the take': { take_id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10' } },
  response: SpokenId,
  limits: ['speech'],
  errors: [
    'not_found',
    'script_changed',
    'take_changed',
    'take_not_ready',
    'customer_without_station',
    'too_many_files',
    'request_in_progress',
    'storage_unavailable',
  ],
});

export const removeRadioId = call({
  id: 'removeRadioId',
  method: 'delete',
  path: '/v1/admin/customers/{user_id}/radio-ids/{id}',
  access: 'admin',
  summary: 'Remove a script’s speech',
  description: 'Also the radio ID that was made of it. The script stays in the setup form.',
  params: scriptParams,
  response: z.undefined(),
  status: 204,
  errors: ['not_found'],
});

/** Why a text could not be spoken, in words for the admin. */
export const SPEECH_MESSAGES: Record<(typeof SPEECH_PROBLEMS)[number], string> = {
  unspeakable:
    'This voice can’t speak the text, perhaps because it is in another language. Spell it differently, or choose ' +
    'another voice.',
  voice_gone: 'This voice is no longer available. Choose another one.',
  speech_unavailable: 'The text could not be spoken just now. Please try again in a few minutes.',
};
