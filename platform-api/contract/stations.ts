import { z } from 'zod';
import { call } from './call.ts';

/** A track as it is shown. Texts are never empty: the API fills in 'Unknown Title' and its like. */
export const Track = z
  .object({
    title: z.string().meta({ example: 'Morning Counter' }),
    artist: z.string().meta({ example: 'Stationhouse Ensemble' }),
    album: z.string().optional(),
    cover: z.string().describe('An http or https address of a square picture.'),
    started_at: z.iso
      .datetime()
      .optional()
      .describe('When the track began, where the source tells. A track to come may have it too.'),
  })
  .meta({ id: 'Track' });
export type Track = z.infer<typeof Track>;

/** A union and not `nullable()`, which the OpenAPI generator would write into Track itself. */
const TrackOrNothing = z.union([Track, z.null()]);

/** The three cards of a station page. */
export const NowPlaying = z
  .object({
    previous: TrackOrNothing,
    current: TrackOrNothing,
    next: TrackOrNothing,
    updated_at: z.iso.datetime().describe('When the tracks were last read from their source.'),
    stale: z
      .boolean()
      .describe('True while the source fails and the last good answer is shown instead.'),
  })
  .meta({ id: 'NowPlaying' });
export type NowPlaying = z.infer<typeof NowPlaying>;

/** What anyone may know of a station that is on air. */
export const PublicStation = z
  .object({
    station_slug: z.string().meta({ example: 'demo' }),
    station_name: z.string().meta({ example: 'Demo Radio' }),
    station_logo_url: z.string().nullable(),
    station_url: z.string().describe("The station's hosted page."),
    stream_url: z.string().describe('The audio, live.'),
  })
  .meta({ id: 'PublicStation' });
export type PublicStation = z.infer<typeof PublicStation>;

const params = z.object({ station_slug: z.string().meta({ example: 'demo' }) });

export const getStation = call({
  method: 'get',
  path: '/v1/stations/{station_slug}',
  access: 'public',
  summary: 'A station on air',
  params,
  response: PublicStation,
  errors: ['station_not_found'],
});

export const getNowPlaying = call({
  method: 'get',
  path: '/v1/stations/{station_slug}/now-playing',
  access: 'public',
  summary: 'Previous, current and next track',
  description:
    'Carries an ETag: send it back as If-None-Match and an unchanged answer is a bare 304.',
  params,
  response: NowPlaying,
  errors: ['station_not_found'],
});

export const getStationEvents = call({
  method: 'get',
  path: '/v1/stations/{station_slug}/events',
  access: 'public',
  summary: 'Live changes of a station',
  description:
    'Server-sent events `now-playing` and `station`, each with the same object as its GET; the full ' +
    'state comes first. A comment every 25 seconds shows that the line is alive. Send the last id ' +
    'as Last-Event-ID and only what changed meanwhile comes again.',
  params,
  response: z.object({ 'now-playing': NowPlaying, station: PublicStation }),
  content_type: 'text/event-stream',
  errors: ['station_not_found', 'too_many_streams'],
});
