// Whether music without the codes that collecting societies ask for may air.
import { z } from 'zod';
import { call } from '../call.ts';

const airsIncomplete = z.boolean().meta({
  description:
    'Whether tracks without an ISRC or a label may air. Otherwise schedules leave them out until they are complete.',
  example: true,
});

/** Settings of the library, and how much of the music they are about. */
export const LibrarySettings = z
  .object({
    airs_incomplete_tracks: airsIncomplete,
    incomplete_tracks: z.int().meta({
      description: 'Tracks in use without an ISRC or a label.',
      example: 12,
    }),
    aired_incomplete_tracks: z.int().meta({
      description:
        'Of these and of tracks without a composer, those that have aired in this quarter (UTC). Reports need them complete.',
      example: 3,
    }),
  })
  .meta({ id: 'LibrarySettings' });
export type LibrarySettings = z.infer<typeof LibrarySettings>;

export const getLibrarySettings = call({
  id: 'getLibrarySettings',
  method: 'get',
  path: '/v1/admin/library/settings',
  access: 'admin',
  summary: 'Settings of the library',
  response: LibrarySettings,
  errors: [],
});

export const changeLibrarySettings = call({
  id: 'changeLibrarySettings',
  method: 'patch',
  path: '/v1/admin/library/settings',
  access: 'admin',
  summary: 'Change settings of the library',
  description: 'Stations on air get new schedules within about an hour.',
  body: z.strictObject({ airs_incomplete_tracks: airsIncomplete }),
  body_examples: { 'hold back': { airs_incomplete_tracks: false } },
  response: LibrarySettings,
  errors: [],
});
