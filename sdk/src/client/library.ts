import { download, pathOf, withQuery, type Ask } from './ask.ts';
import { playlistCalls } from './library-playlists.ts';
import type {
  ChangeLibraryTrackData,
  ChangeLibraryTracksData,
  ChangeLibraryTracksResponse,
  CorrectLibraryTracksResponse,
  ExportLibraryTracksData,
  LibraryTrackDetails,
  ListLibraryTagsResponse,
  ListLibraryTracksData,
  ListLibraryTracksResponse,
} from './generated/types.gen.ts';
import type { RequestOptions } from './http.ts';

/** Filters, order and page of the library's tracks. */
export type TracksQuery = NonNullable<ListLibraryTracksData['query']>;

/** The tags of a track that can be changed. Absent fields stay. */
export type TrackChange = ChangeLibraryTrackData['body'];

/** The tags that many tracks can get at once. */
export type TracksChange = ChangeLibraryTracksData['body']['change'];

const LIBRARY = '/v1/admin/library';
const TRACKS = `${LIBRARY}/tracks`;
const track = (track_id: string) => pathOf(TRACKS, track_id);

/** Tracks and playlists of the music library. */
export function libraryCalls(ask: Ask) {
  return {
    /**
     * The values of tags in use, the most frequent first.
     *
     * @throws RequestFailed
     * @example const { genres } = await client.admin.library.tags();
     */
    tags: (options?: RequestOptions) =>
      ask<ListLibraryTagsResponse>('GET', `${LIBRARY}/tags`, options),

    playlists: playlistCalls(ask),

    tracks: {
      /**
       * A page of tracks, newest first by default.
       *
       * @throws RequestFailed `validation_failed`, also for a cursor of another list
       * @example const { data } = await client.admin.library.tracks.list({ search: 'miles blue' });
       */
      list: (query?: TracksQuery, options?: RequestOptions) =>
        ask<ListLibraryTracksResponse>('GET', withQuery(TRACKS, query), options),
      /**
       * One track with its audio, its waveform and the playlists that hold it.
       *
       * @throws RequestFailed `not_found`
       * @example const { audio_url } = await client.admin.library.tracks.get(track_id);
       */
      get: (track_id: string, options?: RequestOptions) =>
        ask<LibraryTrackDetails>('GET', track(track_id), options),
      /**
       * Changes the given tags, retires a track or brings it back.
       *
       * @throws RequestFailed `validation_failed`, `not_found`
       * @example await client.admin.library.tracks.change(track_id, { genre: 'Jazz', energy: 2 });
       */
      change: (track_id: string, body: TrackChange) =>
        ask<LibraryTrackDetails>('PATCH', track(track_id), { body }),
      /**
       * Makes the same change to up to 500 tracks, all or none.
       *
       * @throws RequestFailed `validation_failed`, also for an unknown track
       * @example const { changed } = await client.admin.library.tracks.changeMany(ids, { genre: 'Jazz' });
       */
      changeMany: (track_ids: string[], change: TracksChange) =>
        ask<ChangeLibraryTracksResponse>('PATCH', TRACKS, { body: { track_ids, change } }),
      /**
       * Uploads the cover: a JPG, PNG or GIF image.
       *
       * @throws RequestFailed `unsupported_media_type`, `body_too_large`, `image_too_large`, `not_found`
       * @example await client.admin.library.tracks.setCover(track_id, file);
       */
      setCover: (track_id: string, picture: Blob) =>
        ask<LibraryTrackDetails>('PUT', `${track(track_id)}/cover`, {
          body: picture,
          timeoutMs: Infinity,
        }),
      /**
       * Removes the cover.
       *
       * @throws RequestFailed `not_found`
       * @example await client.admin.library.tracks.removeCover(track_id);
       */
      removeCover: (track_id: string) =>
        ask<LibraryTrackDetails>('DELETE', `${track(track_id)}/cover`),
      /**
       * The tags as a CSV file. Has no timeout.
       *
       * @throws RequestFailed `rate_limited`
       * @example const file = await client.admin.library.tracks.csv({ missing: 'isrc' });
       */
      csv: (filters?: ExportLibraryTracksData['query'], options?: RequestOptions) =>
        download(ask, `${TRACKS}.csv`, filters, options),
      /**
       * Corrects tags by a CSV file, such as an edited export: all lines or none.
       *
       * @throws RequestFailed `corrections_refused`: its `errors` name the refused lines
       * @example const { changed } = await client.admin.library.tracks.correct(file);
       */
      correct: (file: Blob) =>
        ask<CorrectLibraryTracksResponse>('POST', `${TRACKS}.csv`, {
          body: file,
          timeoutMs: Infinity,
        }),
    },
  };
}
