/** Names for bodies and queries that pages keep in variables. */
import type * as types from './generated/types.gen.ts';

/** Filters and order of the customer list. */
export type CustomerFilters = NonNullable<types.ExportCustomersData['query']>;

/** A page of the customer list. */
export type CustomersQuery = NonNullable<types.ListCustomersData['query']>;

/** The fields that an admin changes of a customer. Absent fields stay. */
export type CustomerChange = types.ChangeCustomerData['body'];

/** A new playlist: by a rule or by hand. */
export type NewPlaylist = types.CreatePlaylistData['body'];

/** The settings of a playlist. Absent fields stay. */
export type PlaylistChange = types.ChangePlaylistData['body'];

/** The tracks of a new version, and the version that the change is based on. */
export type NewPlaylistVersion = types.AddPlaylistVersionData['body'];

/** Filters, order and page of the library's tracks. */
export type TracksQuery = NonNullable<types.ListLibraryTracksData['query']>;

/** The tags of a track that can be changed. Absent fields stay. */
export type TrackChange = types.ChangeLibraryTrackData['body'];

/** The tags that many tracks can get at once. */
export type TracksChange = types.ChangeLibraryTracksData['body']['change'];

/** A span of days, and how it is divided. */
export type ListeningQuery = NonNullable<types.GetMyListeningData['query']>;

/** A day, and the zone in which it begins. */
export type ListeningDay = NonNullable<types.ExportMyListeningSessionsData['query']>;

/** A page of stations by listening hours. */
export type ListeningStationsQuery = NonNullable<types.ListListeningStationsData['query']>;

/** The span of a programme. */
export type ProgrammeQuery = NonNullable<types.GetProgrammeData['query']>;

/** Filters of a play log. */
export type PlayLogFilters = NonNullable<types.ExportPlayLogData['query']>;

/** Filters and page of a play log. */
export type PlayLogQuery = NonNullable<types.GetPlayLogData['query']>;
