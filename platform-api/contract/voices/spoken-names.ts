// The name of a visitor's place, spoken before there is an account.
import { z } from 'zod';
import { call } from '../call.ts';
import { MAX_SPOKEN_NAME_LENGTH } from './values.ts';

/** A radio ID that only says a name. Forms without scripts have this one, too. */
export const nameAsScript = (name: string): string => `You are listening to ${name}.`;

export const speakName = call({
  id: 'speakName',
  method: 'post',
  path: '/v1/spoken-names',
  access: 'public',
  summary: 'Hear a name spoken',
  description:
    'Speaks the name of a place as a radio ID would, without an account. Without `draft` only a voice speaks that the ' +
    'operator has configured for stations. Names that should not be heard are refused.',
  body: z.strictObject({
    name: z
      .string('Please enter the name of your place.')
      .trim()
      .min(1, 'Please enter the name of your place.')
      .max(MAX_SPOKEN_NAME_LENGTH, 'Please use fewer characters.')
      .meta({ example: 'Kaffeehaus Morgenrot' }),
    draft: z.boolean().default(false).meta({
      description: 'A draft voice may speak it where there is no better one.',
      example: true,
    }),
  }),
  body_examples: { 'a draft of the voice': { name: 'Kaffeehaus Morgenrot', draft: true } },
  response: z.object({
    text: z.string().meta({ example: nameAsScript('Kaffeehaus Morgenrot') }),
    audio: z.base64().nullable().meta({
      description: 'An MP3 or WAV file in Base64; null: no voice was allowed to speak.',
      example: 'UklGRiQAAABXQVZF',
    }),
    is_draft: z.boolean().meta({
      description: 'Whether a draft voice spoke it, or would speak it with `draft`.',
      example: true,
    }),
  }),
  limits: ['spoken_name', 'spoken_name_new'],
  errors: ['name_not_spoken', 'busy'],
});
