import { once, pathOf, withQuery, type ActOptions, type Ask } from './ask.ts';
import type {
  AddPlaylistVersionData,
  ChangePlaylistData,
  ComparePlaylistVersionsData,
  ComparePlaylistVersionsResponse,
  CreatePlaylistData,
  GetPlaylistVersionResponse,
  ListPlaylistsData,
  ListPlaylistsResponse,
  ListPlaylistVersionsData,
  ListPlaylistVersionsResponse,
  Playlist,
  PlaylistRule,
  PreviewPlaylistRuleResponse,
} from './generated/types.gen.ts';
import type { RequestOptions } from './http.ts';

/** A new playlist: by a rule or by hand. */
export type NewPlaylist = CreatePlaylistData['body'];

/** The settings of a playlist. Absent fields stay. */
export type PlaylistChange = ChangePlaylistData['body'];

/** The tracks of a new version, and the version that the change is based on. */
export type NewPlaylistVersion = AddPlaylistVersionData['body'];

const PLAYLISTS = '/v1/admin/library/playlists';
const playlist = (id: string) => pathOf(PLAYLISTS, id);

/** Playlists of the music library. Versions are immutable. */
export function playlistCalls(ask: Ask) {
  return {
    /**
     * A page of playlists, by name.
     *
     * @throws RequestFailed `validation_failed`, also for a cursor of another list
     * @example const { data } = await client.admin.library.playlists.list({ is_due: 'true' });
     */
    list: (query?: ListPlaylistsData['query'], options?: RequestOptions) =>
      ask<ListPlaylistsResponse>('GET', withQuery(PLAYLISTS, query), options),
    /**
     * Creates a playlist with its first version.
     *
     * @throws RequestFailed `validation_failed`, `playlist_name_taken`
     * @example
     * await client.admin.library.playlists.create({ name: 'Calm', rule: { energy_to: 2 } });
     */
    create: (body: NewPlaylist, options?: ActOptions) =>
      ask<Playlist>('POST', PLAYLISTS, { ...once(options), body }),
    /**
     * One playlist with its newest version.
     *
     * @throws RequestFailed `not_found`
     * @example const { newest } = await client.admin.library.playlists.get(id);
     */
    get: (id: string, options?: RequestOptions) => ask<Playlist>('GET', playlist(id), options),
    /**
     * Renames or archives a playlist, or changes its settings.
     *
     * @throws RequestFailed `validation_failed`, `playlist_name_taken`, `not_found`
     * @example await client.admin.library.playlists.change(id, { is_archived: true });
     */
    change: (id: string, body: PlaylistChange) => ask<Playlist>('PATCH', playlist(id), { body }),
    /**
     * A page of a playlist's versions, newest first.
     *
     * @throws RequestFailed `not_found`
     * @example const { data } = await client.admin.library.playlists.versions(id);
     */
    versions: (id: string, query?: ListPlaylistVersionsData['query'], options?: RequestOptions) =>
      ask<ListPlaylistVersionsResponse>(
        'GET',
        withQuery(`${playlist(id)}/versions`, query),
        options,
      ),
    /**
     * One version with its tracks.
     *
     * @throws RequestFailed `not_found`
     * @example const { tracks } = await client.admin.library.playlists.version(id, 3);
     */
    version: (id: string, number: number, options?: RequestOptions) =>
      ask<GetPlaylistVersionResponse>('GET', `${playlist(id)}/versions/${number}`, options),
    /**
     * Changes the tracks by a new version.
     *
     * @throws RequestFailed `playlist_changed` when `from` is not the newest, `validation_failed`, `not_found`
     * @example
     * await client.admin.library.playlists.addVersion(id, { from: newest.number, track_ids });
     */
    addVersion: (id: string, body: NewPlaylistVersion, options?: ActOptions) =>
      ask<Playlist>('POST', `${playlist(id)}/versions`, { ...once(options), body }),
    /**
     * Applies the rule to the library as it is now.
     *
     * @throws RequestFailed `playlist_by_hand`, `validation_failed`, `not_found`
     * @example await client.admin.library.playlists.refresh(id);
     */
    refresh: (id: string) => ask<Playlist>('POST', `${playlist(id)}/refresh`),
    /**
     * The differences between two versions.
     *
     * @throws RequestFailed `not_found`
     * @example const { added } = await client.admin.library.playlists.compare(id, { from: 1, to: 3 });
     */
    compare: (id: string, query: ComparePlaylistVersionsData['query'], options?: RequestOptions) =>
      ask<ComparePlaylistVersionsResponse>(
        'GET',
        withQuery(`${playlist(id)}/changes`, query),
        options,
      ),
    /**
     * The tracks that meet a rule, without saving it.
     *
     * @throws RequestFailed `validation_failed`, `rate_limited`
     * @example
     * const { track_count } = await client.admin.library.playlists.preview({ genres: ['Jazz'] });
     */
    preview: (rule: PlaylistRule, options?: RequestOptions) =>
      ask<PreviewPlaylistRuleResponse>('POST', '/v1/admin/library/rule-previews', {
        ...options,
        body: { rule },
      }),
  };
}
