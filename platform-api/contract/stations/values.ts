import { type PackageName } from '../billing/prices.ts';

/** Station states (specification §4). `suspended` is an addition: off air because of a missing payment. */
export const STATION_STATUSES = [
  'payment_pending',
  'setup_pending',
  'active',
  'inactive',
  'suspended',
] as const;
export type StationStatus = (typeof STATION_STATUSES)[number];

/** The event or answer that a paid station needs before its first air. */
export const WAITING_FOR = ['setup', 'approval', 'starter', 'operator'] as const;
export type WaitingFor = (typeof WAITING_FOR)[number];

/** The states that an admin may set. The current state must also be one of them. */
export const EDITABLE_STATION_STATUSES = ['setup_pending', 'active', 'inactive'] as const;
export type EditableStationStatus = (typeof EDITABLE_STATION_STATUSES)[number];

/** How far the website or the apps of a package are. */
export const DELIVERY_STATES = ['due', 'in_work', 'delivered'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A member can change the station's slug at most this often (specification §5). */
export const MAX_SLUG_CHANGES = 10;
/** Days that a station's former slug is kept for it, as the migration `hold_former_slugs` has them. */
export const FORMER_SLUG_DAYS = 90;

/** Days that an unpaid station stays on air, unless configured otherwise. */
export const DEFAULT_GRACE_DAYS = 7;

/** The polling intervals of now-playing, in seconds (specification §4). */
export const PLAYER_REFRESH_SECONDS = 10;
export const DASHBOARD_REFRESH_SECONDS = 30;

/**
 * A station that begins to play says so this long before, and a ring closes meanwhile: longer than a revision takes to be
 * in force.
 */
export const COMING_SECONDS = 60;

/** The HTML of a station’s custom player, in characters. */
export const MAX_EMBED_HTML_LENGTH = 20_000;

/** The stream’s bit rates in kbit/s; null: not in the package (specification §9). */
export const STREAM_BITRATES: Record<
  PackageName,
  Record<'mp3' | 'aac', { from: number; to: number } | null>
> = {
  Starter: { mp3: { from: 128, to: 128 }, aac: null },
  Professional: { mp3: { from: 128, to: 128 }, aac: null },
  Enterprise: { mp3: { from: 32, to: 192 }, aac: { from: 16, to: 64 } },
};

/** Below this window width, long titles scroll, in px (specification §2). */
export const MARQUEE_BELOW_PX = 768;

/** The default colours of an embed: background, button and font. The player has them without their names. */
export const EMBED_COLOURS = ['#FFFFFF', '#1a0a53', '#000000'] as const;
/** An embed shows logo and song unless it says otherwise. */
export const EMBED_SHOWS = true;
/** The default look of an embed, and the ranges of its size (§3, §5). */
export const EMBED_DEFAULTS = {
  background_color: EMBED_COLOURS[0],
  play_button_color: EMBED_COLOURS[1],
  font_color: EMBED_COLOURS[2],
  width: 300,
  height: 450,
  show_logo: EMBED_SHOWS,
  show_current_song: EMBED_SHOWS,
} as const;
export const EMBED_WIDTH = { min: 200, max: 1000, fallback: 400 } as const;
export const EMBED_HEIGHT = { min: 100, max: 600, fallback: 200 } as const;

/** Public promises: hours to launch, hours to a reply, days of notice (specification §1). */
export const LAUNCH_HOURS = 48;
export const CONTACT_REPLY_HOURS = 24;
export const NOTICE_DAYS = 30;
/** A cancellation this soon after a month began does not cost the next one. */
export const FREE_CANCELLATION_HOURS = 24;

/** Defaults for tracks whose source has no texts (specification §3). */
export const UNKNOWN_TITLE = 'Unknown Title';
export const UNKNOWN_ARTIST = 'Unknown Artist';

/** Shown with the station's name while a radio ID, an announcement or a commercial spot plays. */
export const BACK_IN_A_MOMENT = 'Back in a moment';

/** The default station name, and the station whose stream is played by default (§3). */
export const DEFAULT_STATION_NAME = 'Demo Radio Stream';
export const DEMO_STATION_SLUG = 'demo';

/** The station of pure tones that tests listen to; not in production. */
export const TONES_STATION_SLUG = 'tones';

/** The stations that come with the program. Their music is not the operator's. */
export const SYSTEM_STATIONS = [DEMO_STATION_SLUG, TONES_STATION_SLUG] as const;
export type SystemStation = (typeof SYSTEM_STATIONS)[number];

/** How long a track is shown after its source last confirmed it, in seconds. */
export const MAX_TRACK_AGE_SECONDS = 60;

/** A message for a station's screens: read from across a room in about ten seconds, at 15 characters a second. */
export const MAX_WALL_MESSAGE_LENGTH = 140;

/** When a screen shows its message: for a moment at each new song, or beside the song all the time. */
export const WALL_MESSAGE_TIMES = ['between_songs', 'always'] as const;

/** The last songs of a station that listeners can look up, and the hours in which they are looked for. */
export const MAX_PLAYED_TRACKS = 10;
export const PLAYED_HOURS = 3;

/** Longer texts of a track are cut. */
export const MAX_TRACK_TEXT_LENGTH = 300;
