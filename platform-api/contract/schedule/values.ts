import { type PackageName } from '../billing/prices.ts';

/** The days of a week, as ISO 8601 has them. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The kinds of items on air. */
export const AIRED_KINDS = [
  'music',
  'radio_id',
  'announcement',
  'commercial_spot',
  'pause',
] as const;
export type AiredKind = (typeof AIRED_KINDS)[number];

/** Parts of a schedule. Together they fit into a request. */
export const MAX_DAY_PARTS = 50;
export const MAX_DAY_PART_PLAYLISTS = 10;
export const MAX_FIXED_ITEMS = 50;
export const MAX_SCHEDULE_ITEMS = 100;
export const MAX_OPENING_HOURS = 21;
/** The separation of a new schedule. */
export const DEFAULT_SEPARATION = { title_hours: 3, artist_tracks: 3 } as const;

/** Items that overlap on air. */
export const DEFAULT_MIXING = {
  segues: true,
  radio_ids_over_music: true,
  fixed_items_over_music: true,
};

/** How far a schedule is computed ahead, in days. */
export const PREVIEW_DAYS = 7;
/** The longest span of one preview or programme, in hours: a day with the change of the clock. */
export const MAX_PROGRAMME_HOURS = 25;
/** The longest span of a play log that one call returns, in days. */
export const MAX_PLAY_LOG_DAYS = 31;
/**
 * A revision takes effect at the first end of an item that is at least this many seconds after it was published, an
 * insertion or skip this many: until then every replica has learned of it.
 */
export const REVISION_LEAD_SECONDS = 30;
export const INSERTION_LEAD_SECONDS = 10;
/**
 * Speech over the music airs this many seconds after it was put in, so that it is heard within 15 s. Less would be too late
 * for a segment of HLS, which is served up to 7.8 s before its end.
 */
export const OVER_MUSIC_LEAD_SECONDS = 8.5;
/**
 * Longer speech does not air over the music, which would be too quiet for too long. The number belongs to version 5 of the
 * timeline.
 */
export const MAX_VOICE_OVER_SECONDS = 180;
/** An item can be put in at most this many days ahead. */
export const INSERTION_DAYS = 7;
/** Insertions of a station that wait at the same time. */
export const MAX_WAITING_INSERTIONS = 20;
/** Announcements that a member's station may air in an hour of the clock; 0: not in the package (specification §6). */
export const ANNOUNCEMENTS_AN_HOUR: Record<PackageName, number> = {
  Starter: 0,
  Professional: 6,
  Enterprise: 12,
};
/** Announcements of a member that are not over: drafts, planned, running and paused ones. */
export const MAX_OPEN_ANNOUNCEMENTS = 50;
/** The longest announcement, in seconds: longer speech makes guests stop listening to the music. */
export const MAX_ANNOUNCEMENT_SECONDS = 120;
/** An announcement can be repeated this often, in minutes; the package may allow less. */
export const ANNOUNCEMENT_MINUTES = { min: 5, max: 12 * 60 } as const;
/** An announcement can be planned this many days ahead. */
export const ANNOUNCEMENT_DAYS = 366;
/** A repeated announcement is put into the programme this many hours ahead. */
export const ANNOUNCEMENT_HOURS_AHEAD = 24;
/** An announcement whose sound is ready this many minutes after its time does not air any more. */
export const ANNOUNCEMENT_LATEST_MINUTES = 15;
/** Speech beyond this share of an hour gets a warning: about what commercial radio carries. */
export const MUCH_SPEECH = 0.15;
/** Announcements that are over are listed and kept for this many days; drafts that never aired as well. */
export const KEEP_ANNOUNCEMENT_DAYS = 100;
/** Announcements that are over, and airings, that one answer lists: the newest. */
export const MAX_PAST_ANNOUNCEMENTS = 50;
export const MAX_AIRINGS_SHOWN = 100;
/** Skips of a member in an hour, unless configured otherwise: what licences for webcasting usually allow. */
export const DEFAULT_SKIPS_AN_HOUR = 6;
/** Pauses of a station that are not over, how long one can be, and how far ahead it can begin, in days. */
export const MAX_PAUSES = 20;
export const PAUSE_DAYS = 366;
/** The message of a pause airs again after so many minutes. */
export const PAUSE_MESSAGE_MINUTES = 10;
/** The text of a pause on the station’s page. */
export const MAX_PAUSE_TEXT_LENGTH = 200;
/** How often a song airs on a station, other than usual: twice as often, half as often, not at all. */
export const TRACK_RATINGS = ['more', 'less', 'never'] as const;
export type TrackRating = (typeof TRACK_RATINGS)[number];
/** Songs that a member can rate. */
export const MAX_RATED_TRACKS = 500;
/** The hours over which new versions of playlists reach the stations that use them. */
export const PLAYLIST_SPREAD_HOURS = 4;

/** Ranges of a schedule's rules. */
/** The tracks of a playlist on air here last at least so long on average, in s: the check of a schedule needs it. */
export const MIN_MEAN_TRACK_SECONDS = 15;
export const TITLE_SEPARATION_HOURS = { min: 0, max: 24 } as const;
export const ARTIST_SEPARATION_TRACKS = { min: 0, max: 50 } as const;
export const DUE_EVERY_MINUTES = { min: 1, max: 1_440 } as const;
export const SPOTS_IN_BREAK = { min: 1, max: 20 } as const;
export const PLAYLIST_WEIGHT = { min: 1, max: 100 } as const;
