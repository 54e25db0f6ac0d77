import { z } from 'zod';
import { call } from '../call.ts';
import { id, listOf, time } from '../fields.ts';
import {
  ASSET_KINDS,
  AUDIO_SECONDS,
  MAX_AUDIO_MEGABYTES,
  MAX_BACKGROUND_MEGABYTES,
  MAX_LOGO_MEGABYTES,
  MAX_MEMBER_MEGABYTES,
  STORAGE_LIST_LIMIT,
  WAVEFORM_PEAKS,
} from './values.ts';

/** A file of a member. Audio has a duration, bit rate, channels and waveform. */
export const Asset = z
  .object({
    id,
    kind: z.enum(ASSET_KINDS),
    file_name: z.string().meta({
      description: 'The name of the uploaded file.',
      example: 'Good morning.mp3',
    }),
    url: z.string().meta({
      description: 'The public URL. It changes when the file is replaced.',
      example:
        'https://example.com/storage/station-assets/019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10/radio_ids/radio_id_1.mp3?v=8dK1w5nQ2xA',
    }),
    content_type: z.string().meta({ example: 'audio/mpeg' }),
    size_bytes: z.int().meta({ example: 160_512 }),
    duration_seconds: z.number().optional().meta({ example: 10.032 }),
    bitrate_kbps: z.int().optional().meta({
      description: 'The average if it varies.',
      example: 128,
    }),
    channels: z.int().optional().meta({ example: 2 }),
    peaks: z
      .array(z.number())
      .optional()
      .meta({
        description: `The waveform: up to ${WAVEFORM_PEAKS} values from 0 to 1.`,
        example: [0, 0.4, 1, 0.7],
      }),
    preparation: z
      .object({
        state: z.enum(['getting_ready', 'ready', 'failed']),
        message: z.string().nullable().meta({
          description: 'Of a failed one: what is wrong, and what to do.',
          example: null,
        }),
        url: z.string().nullable().meta({
          description: 'Of a ready one: the sound as it airs.',
          example:
            'https://example.com/storage/station-assets/019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10/radio_ids/radio_id_1.mp3?v=8dK1w5nQ2xA&form=air',
        }),
        duration_seconds: z.number().nullable().meta({
          description: 'Of the sound as it airs: silence at its ends is removed.',
          example: 9.84,
        }),
      })
      .optional()
      .meta({
        description:
          'Sound is levelled and encoded for the air once, soon after it was uploaded. Absent for pictures.',
        example: { state: 'getting_ready', message: null, url: null, duration_seconds: null },
      }),
    created_at: time,
  })
  .meta({ id: 'Asset' });
export type Asset = z.infer<typeof Asset>;

export const listAssets = call({
  id: 'listAssets',
  method: 'get',
  path: '/v1/me/assets',
  access: 'member',
  scope: 'assets',
  summary: 'Your files',
  description: 'Sorted by name.',
  query: z.strictObject({
    kind: z.enum(ASSET_KINDS).optional().meta({
      description: 'Only files of this kind.',
      example: 'radio_id',
    }),
    limit: z.coerce.number().int().min(1).max(STORAGE_LIST_LIMIT).default(STORAGE_LIST_LIMIT).meta({
      description: 'Maximum number of files.',
      example: STORAGE_LIST_LIMIT,
    }),
    cursor: z.string().max(1_000).optional().meta({
      description: '`next_cursor` of the previous page.',
      example: 'MDE5YWE1ZDQtN2YzYS03YzFlLTlkNTUtMGI2ZjNmMWMyYTEwR29vZCBtb3JuaW5nLm1wMw',
    }),
  }),
  response: listOf(Asset),
  errors: [],
});

export const uploadAsset = call({
  id: 'uploadAsset',
  method: 'post',
  path: '/v1/me/assets',
  access: 'member',
  scope: 'assets',
  idempotent: true,
  summary: 'Upload a file',
  description:
    `Audio must be MP3, at most ${MAX_AUDIO_MEGABYTES} MB and ${AUDIO_SECONDS.max / 60} minutes. A logo, a logo for dark grounds or a background picture must be ` +
    `JPEG, PNG or GIF, at most ${MAX_LOGO_MEGABYTES} or ${MAX_BACKGROUND_MEGABYTES} MB, and replaces the previous one. All files together can have at most ` +
    `${MAX_MEMBER_MEGABYTES} MB. The type is detected from the content, not from the name. Tags and other metadata ` +
    'are removed. Send `kind` before `file`. An interrupted upload stores nothing; repeated with the same ' +
    '`Idempotency-Key`, the file is stored once.',
  form: z.strictObject({
    kind: z.enum(ASSET_KINDS).meta({ example: 'radio_id' }),
    file: z.string().meta({ format: 'binary', description: 'One file, with its name.' }),
  }),
  response: Asset,
  status: 201,
  limits: ['upload'],
  errors: [
    'bad_multipart',
    'commercials_not_in_package',
    'no_station',
    'too_many_files',
    'file_too_large',
    'upload_too_large',
    'logo_too_large',
    'background_too_large',
    'quota_exceeded',
    'not_an_mp3',
    'not_a_picture',
    'form_expected',
    'image_too_large',
    'busy',
    'storage_unavailable',
  ],
});

export const deleteAsset = call({
  id: 'deleteAsset',
  method: 'delete',
  path: '/v1/me/assets/{id}',
  access: 'member',
  scope: 'assets',
  summary: 'Remove a file',
  params: z.object({ id: id.meta({ description: 'From the list.' }) }),
  response: z.undefined(),
  status: 204,
  errors: ['not_found'],
});
