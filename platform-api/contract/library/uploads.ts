// Music on its way into the library: files are sent in parts, so that a broken line costs one part at most.
import { z } from 'zod';
import { call } from '../call.ts';
import { adminPage } from '../admin/customers.ts';
import { id, instant, listOf, time } from '../fields.ts';
import { ADMIN_LIST } from '../admin/values.ts';
import {
  LIBRARY_PART_BYTES,
  MAX_FILE_PATH_LENGTH,
  MAX_LIBRARY_BYTES,
  MAX_LIBRARY_MEGABYTES,
  UNFINISHED_UPLOAD_DAYS,
  UPLOAD_STATES,
} from './values.ts';
import { SLOWEST_UPLOAD } from '../assets/values.ts';

/** The number of parts in which a file of so many bytes is sent. */
export const partCount = (size_bytes: number): number => Math.ceil(size_bytes / LIBRARY_PART_BYTES);

/** The bytes of a part, from 0: all but the last have the same size. */
export const partBytes = (size_bytes: number, part: number): number =>
  Math.min(LIBRARY_PART_BYTES, size_bytes - part * LIBRARY_PART_BYTES);

/** Why an upload has failed, in words for the person who sent it. */
const UploadProblem = z.object({
  code: z.string().meta({ example: 'not_audio' }),
  message: z.string().meta({
    description: 'What is wrong, and what to do.',
    example: 'The file contains only silence.',
  }),
});

/** A file on its way into the library. */
export const LibraryUpload = z
  .object({
    id,
    file_name: z.string().meta({
      description: 'With its folders.',
      example: 'Blue Note/01 So What.flac',
    }),
    size_bytes: z.int().meta({ example: 48_211_034 }),
    modified_at: time
      .nullable()
      .meta({ description: 'When the file was last changed; null: not known.' }),
    part_bytes: z
      .int()
      .meta({ description: 'The size of every part but the last.', example: LIBRARY_PART_BYTES }),
    parts: z
      .array(z.int())
      .meta({ description: 'The parts that have arrived, from 0.', example: [0, 1, 3] }),
    state: z.enum(UPLOAD_STATES).meta({
      description:
        '`receiving`: parts are missing; `preparing`: all have arrived, and a job makes them ready for the air; ' +
        '`done`: in the library; `failed`: `problem` has the reason.',
    }),
    problem: UploadProblem.nullable().meta({ example: null }),
    track: z
      .object({
        id,
        title: z.string().meta({ example: 'So What' }),
        artist: z.string().nullable().meta({ example: 'Miles Davis' }),
        has_isrc: z.boolean().meta({ example: true }),
        has_label: z.boolean().meta({ example: false }),
      })
      .nullable()
      .meta({ description: 'The track that this file has become.', example: null }),
    is_duplicate: z
      .boolean()
      .meta({ description: 'The track was in the library already.', example: false }),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'LibraryUpload' });
export type LibraryUpload = z.infer<typeof LibraryUpload>;

const uploadParams = z.strictObject({ id: id.meta({ description: 'The upload.' }) });

export const createLibraryUpload = call({
  id: 'createLibraryUpload',
  method: 'post',
  path: '/v1/admin/library/uploads',
  access: 'admin',
  summary: 'Begin or resume the upload of a music file',
  description:
    'The same name, size and time of change return the same upload, also to another admin: send the parts that are ' +
    `missing. One that failed begins anew. Unfinished uploads are kept for ${UNFINISHED_UPLOAD_DAYS} days.`,
  body: z.strictObject({
    file_name: z
      .string('Name the file.')
      .trim()
      .min(1, 'Name the file.')
      .max(MAX_FILE_PATH_LENGTH, 'Please use a shorter name, or fewer folders.')
      .meta({ description: 'With its folders.', example: 'Blue Note/01 So What.flac' }),
    size_bytes: z
      .int()
      .min(1, 'This file is empty.')
      .meta({ description: `At most ${MAX_LIBRARY_MEGABYTES}MB.`, example: 48_211_034 }),
    modified_at: instant
      .refine((at) => Date.parse(at) >= 0, 'This is too early.')
      .meta({
        format: 'date-time',
        description: 'When the file was last changed.',
        example: '2026-11-21T09:30:00.000Z',
      }),
  }),
  body_examples: {
    'a file': {
      file_name: 'Blue Note/01 So What.flac',
      size_bytes: 48_211_034,
      modified_at: '2026-11-21T09:30:00.000Z',
    },
  },
  response: LibraryUpload,
  status: 201,
  limits: ['library_upload'],
  errors: ['not_music', 'music_too_large'],
});

export const sendLibraryPart = call({
  id: 'sendLibraryPart',
  method: 'put',
  path: '/v1/admin/library/uploads/{id}/parts/{part}',
  access: 'admin',
  summary: 'Send a part of a music file',
  description:
    'The bytes as they are in the file, in any order and several at once. Idempotent. With the last missing part ' +
    `the state becomes \`preparing\`. Less than ${SLOWEST_UPLOAD.bytes_per_second} bytes per second end the request.`,
  params: uploadParams.extend({
    part: z.coerce
      .number()
      .int()
      .min(0)
      .max(partCount(MAX_LIBRARY_BYTES) - 1)
      .meta({ description: 'From 0.', example: 0 }),
  }),
  request_headers: z.object({
    'content-digest': z.string().optional().meta({
      description:
        'The part’s SHA-256 (RFC 9530). A part that arrives with another one is refused as damaged.',
      example: 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:',
    }),
  }),
  raw_body: LIBRARY_PART_BYTES,
  body_type: 'application/octet-stream',
  body: z.string().meta({ format: 'binary', description: 'The part’s bytes.' }),
  response: LibraryUpload,
  limits: ['library_part'],
  errors: ['not_found', 'part_damaged', 'storage_unavailable', 'storage_full'],
});

export const listLibraryUploads = call({
  id: 'listLibraryUploads',
  method: 'get',
  path: '/v1/admin/library/uploads',
  access: 'admin',
  summary: 'Music files on their way into the library',
  description: 'Newest first, of all admins. `counts` are of all uploads, whatever the filter.',
  query: z.strictObject({
    state: z.enum(UPLOAD_STATES).optional().meta({ description: 'Only these.' }),
    ids: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.uuid()).max(ADMIN_LIST.max))
      .optional()
      .meta({
        type: 'string',
        description: 'Only these, separated by commas.',
        example: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10',
      }),
    ...adminPage,
  }),
  response: listOf(LibraryUpload).extend({
    counts: z.object({
      receiving: z.int().meta({ example: 3 }),
      preparing: z.int().meta({ example: 12 }),
      failed: z.int().meta({ example: 1 }),
    }),
  }),
  errors: [],
});

export const deleteLibraryUpload = call({
  id: 'deleteLibraryUpload',
  method: 'delete',
  path: '/v1/admin/library/uploads/{id}',
  access: 'admin',
  summary: 'Give up an unfinished or failed upload',
  description: 'Its parts are deleted.',
  params: uploadParams,
  response: z.undefined(),
  status: 204,
  errors: ['not_found', 'upload_complete'],
});

export const retryLibraryUpload = call({
  id: 'retryLibraryUpload',
  method: 'post',
  path: '/v1/admin/library/uploads/{id}/retry',
  access: 'admin',
  summary: 'Prepare a failed upload again',
  description: 'Without sending it again. An upload that has not failed is returned unchanged.',
  params: uploadParams,
  response: LibraryUpload,
  errors: ['not_found', 'upload_incomplete'],
});
