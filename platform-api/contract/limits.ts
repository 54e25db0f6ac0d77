// The numbers of the business except prices: file sizes, intervals, limits (specification §9). Shared by the
// database, the API, the SDK and the portal.
import type { Package, PackageName } from './prices.ts';

/** Station states (specification §4). `suspended` is an addition: off air because of a missing payment. */
export const STATION_STATUSES = [
  'payment_pending',
  'setup_pending',
  'active',
  'inactive',
  'suspended',
] as const;
export type StationStatus = (typeof STATION_STATUSES)[number];

/** How far a station is before its first air. */
export const APPROVAL_STATES = [
  'not_ready',
  'waiting',
  'approved',
  'changes_wanted',
  'on_air',
] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** The event or answer that a paid station needs before its first air. */
export const WAITING_FOR = ['setup', 'approval', 'starter', 'operator'] as const;
export type WaitingFor = (typeof WAITING_FOR)[number];

/** The states that an admin may set. The current state must also be one of them. */
export const EDITABLE_STATION_STATUSES = ['setup_pending', 'active', 'inactive'] as const;
export type EditableStationStatus = (typeof EDITABLE_STATION_STATUSES)[number];

/** How far the website or the apps of a package are. */
export const DELIVERY_STATES = ['due', 'in_work', 'delivered'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** `support` works in the admin area, without money, plans, roles and deletion. */
export const USER_ROLES = ['user', 'support', 'admin'] as const;
export type UserRole = (typeof USER_ROLES)[number];

export const VOICE_PREFERENCES = ['male', 'female'] as const;
export const DEFAULT_VOICE = 'male';

/** Ranges of the setup form, in minutes (specification §5). */
export const RADIO_ID_FREQUENCY = { min: 1, max: 60, default: 10 } as const;
export const ANNOUNCEMENT_FREQUENCY = { min: 1, max: 120, default: 30 } as const;
export const MIN_COMMERCIAL_SPOTS_PER_BREAK = 1;

/** The kinds of places that the site speaks to (specification §2). */
export const INDUSTRIES = [
  'cafe',
  'gym',
  'retail',
  'office',
  'hotel',
  'supermarket',
  'salon',
] as const;
export type Industry = (typeof INDUSTRIES)[number];
/** Each in words, as a customer would say it. */
export const INDUSTRY_WORDS: Record<Industry, string> = {
  cafe: 'Café, restaurant or bar',
  gym: 'Gym or studio',
  retail: 'Shop',
  office: 'Office or practice',
  hotel: 'Hotel or spa',
  supermarket: 'Supermarket',
  salon: 'Salon',
};
/** A starter playlist is for these stations; `any`: for all that have no other one. */
export const STARTER_USES = ['any', ...INDUSTRIES] as const;
export type StarterUse = (typeof STARTER_USES)[number];
/** Why a starter programme is not on air; `short`: it is, and gives way because its playlist is short. */
export const STARTER_NOTES = ['no_playlist', 'refused', 'failed', 'short'] as const;
/** A starter playlist needs as many songs, so that none airs twice in a row. */
export const MIN_STARTER_SONGS = 2;
/** A starter programme is on air within this time of the setup form. */
export const STARTER_MINUTES = 2;

/** The moods that a customer can wish for: the values of the library’s mood tag, in lower case. */
export const MOODS = ['warm', 'bright', 'calm', 'dreamy', 'cool', 'driving'] as const;
export type Mood = (typeof MOODS)[number];
/** More moods at once are no wish. */
export const MAX_MOODS = 3;
/** How lively the music of an hour should be. */
export const DAY_ENERGIES = ['calm', 'bright', 'late'] as const;
export type DayEnergy = (typeof DAY_ENERGIES)[number];
/** Enough for a day from breakfast to the last drink. */
export const MAX_WISHED_DAY_PARTS = 6;
/** Artists and words that should never air. */
export const MAX_NEVER_PLAY = 50;

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
export const KEEP_ANNOUNCEMENT_DAYS = 90;
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

/** The kinds that are pictures: a member has one of each, and a new one replaces it (§9). */
export const PICTURE_KINDS = ['logo', 'background'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];
/** The kinds of file that a member can upload. */
export const ASSET_KINDS = [...PICTURE_KINDS, 'jingle', 'radio_id', 'commercial'] as const;
export type AssetKind = (typeof ASSET_KINDS)[number];
/** The kinds that are audio. */
export type AudioKind = Exclude<AssetKind, PictureKind>;

/** Whether files of this kind are pictures. */
export const isPictureKind = (kind: AssetKind): kind is PictureKind =>
  PICTURE_KINDS.some((picture) => picture === kind);

/** The maximum number of files of a kind in a package. */
export function maxFiles(kind: AssetKind, { limits }: Pick<Package, 'limits'>): number {
  const most = {
    logo: 1,
    background: 1,
    jingle: limits.jingles,
    radio_id: limits.radio_ids,
    commercial: limits.commercial_spots,
  };
  return most[kind];
}

/** A megabyte, as in the specification's 2MB. */
const MEGABYTE = 1024 * 1024;

/** Limits of an audio file: size and duration in seconds. Its tags count with it; they are not kept. */
export const MAX_AUDIO_MEGABYTES = 20;
export const MAX_AUDIO_BYTES = MAX_AUDIO_MEGABYTES * MEGABYTE;
export const AUDIO_SECONDS = { min: 0.5, max: 15 * 60 } as const;

/** Limits of a file of the music library: size, and duration in seconds. */
export const MAX_LIBRARY_MEGABYTES = 500;
export const MAX_LIBRARY_BYTES = MAX_LIBRARY_MEGABYTES * MEGABYTE;
export const LIBRARY_SECONDS = { min: 0.5, max: 6 * 60 * 60 } as const;
/** Silence at both ends of a file, in seconds, that is cut off and does not count in its longest duration. */
export const MAX_SILENCE_SECONDS = 60;

/** Bars in the waveform of a file. */
export const WAVEFORM_PEAKS = 120;

/** The maximum size of a logo (specification §5: 2MB). */
export const MAX_LOGO_MEGABYTES = 2;
export const MAX_LOGO_BYTES = MAX_LOGO_MEGABYTES * MEGABYTE;
/** Limits for decoding a logo, against decompression bombs: pixels per frame, frames, and pixels in total. */
export const MAX_LOGO_PIXELS = 16_000_000;
export const MAX_LOGO_FRAMES = 100;
export const MAX_LOGO_PIXELS_IN_ALL = 32_000_000;
/** Larger logos are scaled down to this width and height, in px. */
export const MAX_STORED_LOGO_PX = 1024;

/** The maximum size of a background picture: what phones take. */
export const MAX_BACKGROUND_MEGABYTES = 10;
export const MAX_BACKGROUND_BYTES = MAX_BACKGROUND_MEGABYTES * MEGABYTE;
/** Larger ones are scaled down to the width of a wall screen, in px. */
export const MAX_STORED_BACKGROUND_PX = 1920;

/** The maximum size of all files of a member together. */
export const MAX_MEMBER_MEGABYTES = 500;
export const MAX_MEMBER_BYTES = MAX_MEMBER_MEGABYTES * MEGABYTE;

/** A form's bytes besides its file: the fields, the parts' headers, and text before the first part. */
export const MAX_FORM_BYTES = 256 * 1024;

/** An upload that stays below this rate for this long is aborted. */
export const SLOWEST_UPLOAD = { bytes_per_second: 1_000, seconds: 15 } as const;

/** The years and the tempo, in beats per minute, that a track can have. */
export const TRACK_YEARS = { min: 1000, max: 9999 } as const;
export const TRACK_TEMPO = { min: 20, max: 400 } as const;
/** From calm to lively. */
export const TRACK_ENERGY = { min: 1, max: 5 } as const;
export const MAX_TRACK_NOTES_LENGTH = 2_000;

/** Tracks that one call can change. */
export const MAX_BULK_TRACKS = 500;
export const TRACK_SORTS = ['title', 'artist', 'created_at', 'duration_seconds'] as const;
export type TrackSort = (typeof TRACK_SORTS)[number];

/** The values of a tag that are offered as filters, the most frequent. */
export const MAX_TAG_VALUES = 500;

/** Tracks of a playlist: by hand, which must fit into a request, and by a rule. */
export const MAX_PLAYLIST_TRACKS = 1_500;
export const MAX_RULE_TRACKS = 10_000;
/** Genres, moods or languages that a rule can name. */
export const MAX_RULE_VALUES = 50;
/** Tracks that the preview of a rule returns. */
export const RULE_PREVIEW_TRACKS = 20;
/** Stations that are named of those that use a track. */
export const MAX_STATIONS_SHOWN = 100;
/** Playlists get new music this often: bi-weekly (specification §1). */
export const RENEW_DAYS = 14;

/** The file with corrections of tags. The longest line that an export can have takes half of `line_characters`. */
export const CORRECTIONS = {
  bytes: 10 * MEGABYTE,
  lines: 20_000,
  line_characters: 16_000,
} as const;
/** An answer that refuses corrections names this many lines at most. */
export const MAX_LINES_SHOWN = 100;

/** Files of the music library are uploaded in parts of this size; the last may be smaller. */
export const LIBRARY_PART_BYTES = 8 * MEGABYTE;

/** Bodies of admins’ uploads that a process holds in memory at once: four admins send three parts each. */
export const MAX_HELD_BYTES = 12 * LIBRARY_PART_BYTES;
/** Days that the parts of an unfinished upload are kept after the last of them has arrived. */
export const UNFINISHED_UPLOAD_DAYS = 7;
/** The name of an uploaded file of the library, with its folders, in characters. */
export const MAX_FILE_PATH_LENGTH = 500;
/** How the names of the library's files may end, in any case: the content decides, so each usual name of a format counts. */
export const LIBRARY_EXTENSIONS = [
  'mp3',
  'mpga',
  'm4a',
  'm4b',
  'mp4',
  'aac',
  'flac',
  'wav',
  'wave',
  'bwf',
  'rf64',
  'bw64',
  'aif',
  'aiff',
  'aifc',
  'ogg',
  'oga',
  'opus',
] as const;
/** Whether the library takes files of such a name. Their content is checked when they are prepared. */
export function isMusicName(name: string): boolean {
  const extension = name.toLowerCase().split('.').at(-1);
  return name.includes('.') && LIBRARY_EXTENSIONS.some((known) => known === extension);
}

export const UPLOAD_STATES = ['receiving', 'preparing', 'done', 'failed'] as const;
export type UploadState = (typeof UPLOAD_STATES)[number];

/** The script of a radio ID, in characters: about half a minute of speech. */
export const MAX_RADIO_ID_TEXT_LENGTH = 500;
/** The same as it is spelt for speech, where numbers and names take more room. */
export const MAX_SPOKEN_TEXT_LENGTH = 2 * MAX_RADIO_ID_TEXT_LENGTH;

/** The makers of voices, the best first. */
export const VOICE_MAKERS = ['polly', 'embedded', 'espeak'] as const;
export const SPEECH_PROBLEMS = ['unspeakable', 'voice_gone', 'speech_unavailable'] as const;

/** A member's changes and uploads are mailed to the operator together, after this many minutes without another one. */
export const NEWS_QUIET_MINUTES = 15;

/** Changes and uploads wait at most this many hours for more, or for the setup form. */
export const NEWS_LONGEST_HOURS = 24;

/** After entering the password again, an admin may make sensitive calls for this many seconds. */
export const STEP_UP_SECONDS = 300;

/** A member can change the station's slug at most this often (specification §5). */
export const MAX_SLUG_CHANGES = 10;
/** Days that a station's former slug is kept for it, as the migration `hold_former_slugs` has them. */
export const FORMER_SLUG_DAYS = 90;

/** Days that an unpaid station stays on air, unless configured otherwise. */
export const DEFAULT_GRACE_DAYS = 7;

/** The billing history shows only this many invoices, the newest. */
export const MAX_INVOICES_SHOWN = 100;

/** The maximum clock difference of a webhook's signature, in seconds. Stripe's own default. */
export const WEBHOOK_TOLERANCE_SECONDS = 300;
/** The maximum size of a webhook. */
export const MAX_WEBHOOK_BYTES = 256 * 1024;

/** Hours that an answer can be replayed for its Idempotency-Key, as at Stripe. */
export const IDEMPOTENCY_HOURS = 24;
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;

/** Months from a call's deprecation until it may be gone, at least: a season in which an agency touches every site. */
export const DEPRECATION_MONTHS = 12;

/** Features in the order summary; the rest is only counted (specification §9). */
export const ORDER_SUMMARY_FEATURES = 5;

/** The polling intervals of now-playing, in seconds (specification §4). */
export const PLAYER_REFRESH_SECONDS = 10;
export const DASHBOARD_REFRESH_SECONDS = 30;

/** Event streams: the heartbeat, and the delays before each reconnect, in seconds (specification §9). */
export const HEARTBEAT_SECONDS = 25;
export const RECONNECT_DELAY_SECONDS: readonly number[] = [1, 2, 5, 10];

/**
 * Open event streams of one process, over all stations, unless configured otherwise; the bench measures 10,000. Only
 * members can open the last of them, this share, so that anonymous streams never keep a member out.
 */
export const DEFAULT_MAX_EVENT_STREAMS = 12_000;
export const MEMBERS_SHARE_OF_STREAMS = 1 / 6;

/** Open event streams of members in one process. */
export const MEMBER_STREAMS = { per_user: 5, per_address: 20 } as const;

/**
 * Listeners of our own streams in one process, unless configured otherwise: twice what one core was measured to carry
 * at ease.
 */
export const DEFAULT_MAX_LISTENERS = 8_000;

/**
 * Anonymous event streams, and listeners of our own streams, that one address may have open in one process.
 * An address is an IPv4 address or an IPv6 /64. The number leaves room for a chain of several hundred shops
 * behind one gateway, or a carrier's NAT.
 */
export const MAX_STREAMS_PER_ADDRESS = 500;

/** Requests that one connection may send ahead of an answer (pipelining). Browsers and proxies send none. */
export const MAX_PIPELINED_REQUESTS = 4;

/** Session refresh: a tick in seconds, remaining ticks at which it refreshes, first retry in ms (§9). */
export const SESSION_TICK_SECONDS = 30;
export const SESSION_REFRESH_TICKS = 3;
export const SESSION_RETRY_MS = 200;

/** The lifetime of an access token, in seconds. */
export const ACCESS_TOKEN_SECONDS = 900;

/**
 * A session ends after this long without use, and after this long in total, in seconds. A second use of a
 * refresh token counts as a race between two tabs during the grace period, and as theft after it.
 */
export const SESSION_IDLE_SECONDS = 7 * 24 * 60 * 60;
export const SESSION_LIFE_SECONDS = 30 * 24 * 60 * 60;
export const REFRESH_GRACE_SECONDS = 10;

/** The longest time for which an admin may see the portal as a customer, in seconds. */
export const SUPPORT_VIEW_SECONDS = 30 * 60;
/** The prefix of the token of such a view. */
export const SUPPORT_VIEW_PREFIX = 'shv_';

/** Password lengths in characters: for new ones (NIST SP 800-63B, OWASP ASVS 6.2), and at sign-in. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;
export const MAX_TRIED_PASSWORD_LENGTH = 1024;

/** One-time codes: digits, attempts of one address and of all, and lifetime in seconds. */
export const CODE_DIGITS = 6;
export const CODE_TRIES = 5;
export const CODE_TRIES_OF_ALL = 25;
export const CODE_SECONDS = 10 * 60;
/**
 * The newest links and codes of one kind to one address all work until one is used: a stranger may have requested
 * some.
 */
export const VALID_LINKS = 3;

/**
 * The lifetime of each kind of emailed link, in seconds: short if it signs in or resets a password, a day
 * if it only confirms an address.
 */
export const LINK_SECONDS = {
  otp: 10 * 60,
  signup: 24 * 60 * 60,
  email_change: 24 * 60 * 60,
  phone_change: 10 * 60,
  recovery: 60 * 60,
} as const;
export type CodeType = keyof typeof LINK_SECONDS;

/** Recovery codes that are made at a time, as at GitHub and others. */
export const RECOVERY_CODES = 10;

/** Passkeys per user: some for each of their devices, and a list that stays one page. */
export const MAX_PASSKEYS = 10;
/** A passkey’s challenge can be answered for this long; WebAuthn Level 3 recommends 5 to 10 minutes. */
export const PASSKEY_SECONDS = 5 * 60;
/** A text of a passkey’s answer. An attestation without certificates has less than 2,000 characters. */
export const MAX_PASSKEY_TEXT_LENGTH = 8_000;

/** API keys per user, so that the list stays one page. */
export const MAX_API_KEYS = 20;
/** The parts of the API to which a member's key can be limited. */
export const API_PARTS = [
  'stations',
  'assets',
  'announcements',
  'messages',
  'billing',
  'account',
  'webhooks',
] as const;
export type ApiPart = (typeof API_PARTS)[number];
const partScopes = API_PARTS.flatMap((part) => [`${part}:read`, `${part}:write`] as const);
/**
 * `read` and `write` are for all parts. `admin` gives an admin's key the rights of the admin, to read or write as those
 * two say.
 */
export const API_KEY_SCOPES = ['read', 'write', 'admin', ...partScopes] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];
/** The prefix of every API key, which secret scanners can search for. */
export const API_KEY_PREFIX = 'shk_';
/** The prefix of test keys, whose requests are answered with examples and have no effect. */
export const TEST_KEY_PREFIX = `${API_KEY_PREFIX}test_`;

/** Webhooks per customer, and of the operator. */
export const MAX_WEBHOOKS = 10;
/** Events that webhooks can get. */
export const WEBHOOK_EVENTS = [
  'station.activated',
  'station.suspended',
  'station.slug_changed',
  'station.silent',
  'station.recovered',
  'setup.submitted',
  'asset.ready',
  'announcement.aired',
  'invoice.paid',
  'hours.threshold',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
/** The part of the API that an event belongs to: an API key needs a scope to read it. */
export const WEBHOOK_EVENT_PARTS = {
  'station.activated': 'stations',
  'station.suspended': 'stations',
  'station.slug_changed': 'stations',
  'station.silent': 'stations',
  'station.recovered': 'stations',
  'setup.submitted': 'stations',
  'asset.ready': 'assets',
  'announcement.aired': 'announcements',
  'invoice.paid': 'billing',
  'hours.threshold': 'stations',
} as const satisfies Record<WebhookEvent, ApiPart>;
/** The time for an answer, in s: the least that the Standard Webhooks specification recommends. */
export const WEBHOOK_SECONDS = 15;
/** Of an answer, so many bytes are read and kept. */
export const WEBHOOK_ANSWER_BYTES = 1_024;
/** Waits after each failed attempt, in s, as the Standard Webhooks specification recommends them. */
export const WEBHOOK_WAITS_S = [
  5,
  5 * 60,
  30 * 60,
  2 * 3_600,
  5 * 3_600,
  10 * 3_600,
  14 * 3_600,
  20 * 3_600,
  24 * 3_600,
] as const;
/** The sum of the waits in days; an endpoint that failed all this time is disabled. */
export const WEBHOOK_DAYS = 3;
/** After a rotation, both secrets sign for so long. */
export const WEBHOOK_OVERLAP_HOURS = 24;
/** Deliveries are kept for so long. */
export const WEBHOOK_LOG_DAYS = 30;

/** The longest life of an API key that expires. */
export const MAX_API_KEY_DAYS = 366;

/** Limits of JSON bodies: bytes and nesting levels. */
export const MAX_BODY_BYTES = 64 * 1024;
export const MAX_BODY_DEPTH = 20;

/** An answer to an invalid request names this many faults at most. */
export const MAX_FAULTS_SHOWN = 20;

/** Maximum lengths of texts on one line. The longest deliverable email address: RFC 5321 §4.5.3.1.3. */
export const MAX_LINE_LENGTH = 200;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_PHONE_LENGTH = 32;
export const MAX_URL_LENGTH = 2_000;

/** A message of the contact form or to a customer, in characters: about two pages. */
export const MAX_MESSAGE_LENGTH = 5_000;
/** A message that is read sooner than this causes no mail. */
export const MESSAGE_MAIL_MINUTES = 2;
/** The beginning of a message that the audit log keeps, in characters. */
export const MAX_AUDITED_TEXT_LENGTH = 200;
/** A contact form that is sent sooner than this after it was opened comes from a bot, in ms. */
export const MIN_CONTACT_MS = 2_000;

/** Countries that get text messages, unless the operator lists others: where fraud by text messages is rare. */
export const DEFAULT_SMS_COUNTRIES: readonly string[] = (
  'GB IE AT BE BG HR CY CZ DK EE FI FR DE GR HU IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO CH ' +
  'US CA AU NZ'
).split(' ');

const DAY_SECONDS = 86_400;

/** A rate limit: `points` in `seconds`, counted for each `per`. */
export interface RateLimit {
  points: number;
  seconds: number;
  /** `address`: an IPv4 address or an IPv6 /64 network. `target`: the email address or phone number in the request. */
  per: 'address' | 'account' | 'target' | 'target and address' | 'everybody';
  /** Every request counts, only failed ones, or only messages that are sent. */
  counts: 'requests' | 'failures' | 'text messages' | 'messages';
  /** The reaction above the limit, unless it is a 429: no visible effect, a delay, or an alarm in the log. */
  beyond?: 'silence' | 'a wait' | 'an alarm';
}

/** Limits on all calls that check secrets, send messages or cost much. */
export const RATE_LIMITS = {
  signup: { points: 10, seconds: 3600, per: 'address', counts: 'requests' },
  /** Asked while a password is typed. */
  password_check: { points: 120, seconds: 300, per: 'address', counts: 'requests' },
  signup_target: { points: 3, seconds: 3600, per: 'target and address', counts: 'requests' },
  login: { points: 20, seconds: 900, per: 'address', counts: 'failures' },
  login_target: { points: 5, seconds: 900, per: 'target and address', counts: 'failures' },
  /** Delays the answer only: a lockout would let attackers lock users out. */
  login_slow: { points: 100, seconds: 3600, per: 'target', counts: 'failures', beyond: 'a wait' },
  token: { points: 600, seconds: 300, per: 'address', counts: 'requests' },
  verify: { points: 30, seconds: 300, per: 'address', counts: 'requests' },
  send: { points: 30, seconds: 3600, per: 'address', counts: 'requests' },
  /** Silent, because a 429 would reveal that the account exists. */
  code_target: {
    points: 10,
    seconds: 3600,
    per: 'target and address',
    counts: 'requests',
    beyond: 'silence',
  },
  recover_target: {
    points: 5,
    seconds: 3600,
    per: 'target and address',
    counts: 'requests',
    beyond: 'silence',
  },
  recover_target_minute: {
    points: 1,
    seconds: 60,
    per: 'target and address',
    counts: 'requests',
    beyond: 'silence',
  },
  /** Against floods from many addresses. One address can use up a fifth of it with codes and links together. */
  messages_target: {
    points: 75,
    seconds: 3600,
    per: 'target',
    counts: 'requests',
    beyond: 'silence',
  },
  /** A text message costs money, which fraud turns into income (artificially inflated traffic). */
  text: { points: 10, seconds: DAY_SECONDS, per: 'address', counts: 'text messages' },
  text_new_number: { points: 3, seconds: DAY_SECONDS, per: 'account', counts: 'text messages' },
  /** To a number that no account has confirmed. Confirmed ones are left out: strangers could use up the limit. */
  text_unproven: {
    points: 5,
    seconds: DAY_SECONDS,
    per: 'target',
    counts: 'text messages',
    beyond: 'silence',
  },
  /** The budget. Beyond it nothing is sent, and the operator is alarmed. */
  text_budget: {
    points: 100,
    seconds: 3600,
    per: 'everybody',
    counts: 'text messages',
    beyond: 'silence',
  },
  current_password: { points: 5, seconds: 900, per: 'account', counts: 'failures' },
  /** Counted only after the right password, so that strangers cannot spend the tries. */
  second_factor: { points: 10, seconds: 900, per: 'target and address', counts: 'failures' },
  second_factor_day: { points: 100, seconds: DAY_SECONDS, per: 'target', counts: 'failures' },
  second_factor_setup: { points: 20, seconds: 3600, per: 'account', counts: 'requests' },
  user_change: { points: 20, seconds: 3600, per: 'account', counts: 'requests' },
  api_key: { points: 20, seconds: 3600, per: 'account', counts: 'requests' },
  /** Enough to try a new endpoint for an hour, and too few to strike a stranger’s server. */
  webhook: { points: 120, seconds: 3600, per: 'account', counts: 'requests' },
  /** Enough to replace all files of a package a few times. */
  upload: { points: 120, seconds: 3600, per: 'account', counts: 'requests' },
  /** A folder of several thousand files, begun twice. */
  library_upload: { points: 10_000, seconds: 3600, per: 'account', counts: 'requests' },
  /** 240 GB an hour, more than any line of an office carries. */
  library_part: { points: 30_000, seconds: 3600, per: 'account', counts: 'requests' },
  setup: { points: 60, seconds: 3600, per: 'account', counts: 'requests' },
  /** Enough to try colours for an hour. */
  look: { points: 300, seconds: 3600, per: 'account', counts: 'requests' },
  /** One for each dish of a menu that sells out. */
  wall_message: { points: 120, seconds: 3600, per: 'account', counts: 'requests' },
  notification: { points: 30, seconds: 3600, per: 'account', counts: 'requests' },
  /** A message a minute is a conversation; more is a flood. */
  message: { points: 60, seconds: 3600, per: 'account', counts: 'requests' },
  /** An export reads all data of a user. */
  export: { points: 10, seconds: 3600, per: 'account', counts: 'requests' },
  /** Each of these connects to other people’s servers. */
  check: { points: 60, seconds: 300, per: 'account', counts: 'requests' },
  desk_mail: { points: 60, seconds: 3600, per: 'account', counts: 'requests' },
  customers_export: { points: 20, seconds: 3600, per: 'account', counts: 'requests' },
  library_export: { points: 60, seconds: 3600, per: 'account', counts: 'requests' },
  /** Called while an admin edits a rule. */
  rule_preview: { points: 600, seconds: 300, per: 'account', counts: 'requests' },
  /** Called while an admin edits a schedule. */
  schedule_preview: { points: 600, seconds: 300, per: 'account', counts: 'requests' },
  /** Each simulates 60 days: a revision a second for an hour must fit. */
  schedule_publish: { points: 3_600, seconds: 3600, per: 'account', counts: 'requests' },
  play_log_export: { points: 60, seconds: 3600, per: 'account', counts: 'requests' },
  /** Each decodes a picture or writes many rows. */
  library_import: { points: 600, seconds: 3600, per: 'account', counts: 'requests' },
  /** Speech can cost money; enough to speak all scripts of some hundred stations. */
  speech: { points: 1_200, seconds: 3600, per: 'account', counts: 'requests' },
  /** Each may speak a text, which can cost money; more than any package can air in a day. */
  announcement: { points: 300, seconds: 3600, per: 'account', counts: 'requests' },
  /** Only ten changes can succeed; the rest allows for slugs that are taken. */
  slug_change: { points: 60, seconds: 3600, per: 'account', counts: 'requests' },
  /** Called while the user types. */
  slug_availability: { points: 300, seconds: 300, per: 'account', counts: 'requests' },
  domain_change: { points: 30, seconds: 3600, per: 'account', counts: 'requests' },
  contact: { points: 5, seconds: 3600, per: 'target and address', counts: 'messages' },
  /** Visitors of one office share an address. */
  contact_address: { points: 20, seconds: 3600, per: 'address', counts: 'messages' },
  /** Answers are kept under the keys of strangers, those to bots included. */
  contact_form: { points: 60, seconds: 3600, per: 'address', counts: 'requests' },
  quote: { points: 120, seconds: 300, per: 'address', counts: 'requests' },
  checkout: { points: 30, seconds: 3600, per: 'account', counts: 'requests' },
  /** Each of these calls the payment provider, which has its own limits. */
  billing: { points: 120, seconds: 300, per: 'account', counts: 'requests' },
  /** An alarm only: otherwise bots at many addresses could close the form for everyone. */
  contact_queue: {
    points: 30,
    seconds: 3600,
    per: 'everybody',
    counts: 'requests',
    beyond: 'an alarm',
  },
} as const satisfies Record<string, RateLimit>;
export type RateLimitName = keyof typeof RATE_LIMITS;

/** Rows per page in the admin lists. */
export const ADMIN_LIST = { default: 50, max: 100 } as const;

/** The columns by which the table of customers can be sorted. */
export const CUSTOMER_SORTS = [
  'created_at',
  'purchased_at',
  'setup_form_submitted_at',
  'name',
  'company_name',
  'total_amount',
] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

/** The HTML of a station’s custom player, in characters. */
export const MAX_EMBED_HTML_LENGTH = 20_000;

/** Files of a kind that admins can add for one customer. */
export const MAX_OPERATOR_FILES = 50;
/** The kinds that admins can add. Their pictures replace the customer’s own. */
export const OPERATOR_ASSET_KINDS = ['logo', 'background', 'radio_id', 'commercial'] as const;
export type OperatorAssetKind = (typeof OPERATOR_ASSET_KINDS)[number];

/** The stream’s bit rates in kbit/s; null: not in the package (specification §9). */
export const STREAM_BITRATES: Record<
  PackageName,
  Record<'mp3' | 'aac', { from: number; to: number } | null>
> = {
  Starter: { mp3: { from: 128, to: 128 }, aac: null },
  Professional: { mp3: { from: 128, to: 128 }, aac: null },
  Enterprise: { mp3: { from: 32, to: 192 }, aac: { from: 16, to: 64 } },
};

/** The packages with a domain of their own. */
export const OWN_DOMAIN_PACKAGES: readonly PackageName[] = ['Professional', 'Enterprise'];
/** Minutes between two checks of a domain that works. */
export const DOMAIN_CHECK_MINUTES = 10;
/** Days that a domain is served after its records were lost. */
export const DOMAIN_GRACE_DAYS = 7;

/** Minutes between two checks of a station on air. */
export const WATCH_MINUTES = 10;

/** Days of the trends on the admin dashboard, today included. */
export const TREND_DAYS = 30;
/** A title that has not changed for this many minutes is stuck: hardly any track is longer. */
export const STUCK_TITLE_MINUTES = 30;

/** Default page size of storage lists (specification §9). */
export const STORAGE_LIST_LIMIT = 100;

/** Below this window width, long titles scroll, in px (specification §2). */
export const MARQUEE_BELOW_PX = 768;

/** The first year of the operator’s copyright line (specification §2). */
export const COPYRIGHT_YEAR = 2024;

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

/** A purchase-order number, in characters. Stripe prints up to 140 (docs.stripe.com/api/customers). */
export const MAX_PURCHASE_ORDER_LENGTH = 140;

/** How many days before a trial ends its member is reminded. */
export const TRIAL_REMINDER_DAYS = [7, 1] as const;

/** How long the quote of a package change is good for. */
export const PACKAGE_QUOTE_MINUTES = 30;

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

/**
 * Our own streams, in seconds: how far behind the clock a listener starts, which is what Chromium needs
 * to play without gaps (measured), and the earliest start that `from` can request.
 */
export const LISTENER_START_SECONDS = 5;
export const LISTENER_FURTHEST_SECONDS = 30;

/** Ranges of a schedule's rules. */
/** The tracks of a playlist on air here last at least so long on average, in s: the check of a schedule needs it. */
export const MIN_MEAN_TRACK_SECONDS = 15;
export const TITLE_SEPARATION_HOURS = { min: 0, max: 24 } as const;
export const ARTIST_SEPARATION_TRACKS = { min: 0, max: 50 } as const;
export const DUE_EVERY_MINUTES = { min: 1, max: 1_440 } as const;
export const SPOTS_IN_BREAK = { min: 1, max: 20 } as const;
export const PLAYLIST_WEIGHT = { min: 1, max: 100 } as const;

/**
 * HLS of our own streams: units of 192 ms in a segment (5.76 s), segments in a playlist (57.6 s, of which players
 * keep three in hand), and how far back segments are served, in seconds.
 */
export const HLS_SEGMENT_UNITS = 30;
export const HLS_SEGMENTS_LISTED = 10;
export const HLS_BACK_SECONDS = 600;

/** Kinds of player: ours by its place, an app, or another player of a stream or of HLS. */
export const PLAYER_KINDS = ['page', 'embed', 'wall', 'app', 'stream', 'hls'] as const;
export type PlayerKind = (typeof PLAYER_KINDS)[number];

/** Listening sessions: a longer break adds no time; shorter sessions are kept and do not count, in seconds. */
export const SESSION_BREAK_SECONDS = 30;
export const MIN_COUNTED_SECONDS = 10;
/** How long sessions are kept, in days, and the hours of each station, in months. */
export const KEEP_SESSIONS_DAYS = 40;
export const KEEP_HOURS_MONTHS = 25;
/** Policies for a month whose listening hours are used up: only letters, an offer, or no new listeners. */
export const LISTENING_POLICIES = ['notify', 'offer_upgrade', 'stop_new'] as const;
export type ListeningPolicy = (typeof LISTENING_POLICIES)[number];
/** The meaning of each policy, for the member: in letters and on the dashboard. */
export const LISTENING_POLICY_WORDS: Record<ListeningPolicy, string> = {
  notify: 'Your station keeps playing for everyone, and this costs you nothing.',
  offer_upgrade:
    'Your station keeps playing for everyone. If it has this many listeners more often, a larger package fits it better.',
  stop_new:
    'Once they are used up, listeners who are there hear your station on, and new ones can join again next month. A larger package lifts this at once.',
};
/** The orders of the admins' list of stations by listening hours. */
export const LISTENING_STATION_SORTS = ['share', 'seconds', 'name'] as const;
export type ListeningStationSort = (typeof LISTENING_STATION_SORTS)[number];
/** Members get a letter when they have used this much of a month's hours, in per cent. */
export const LISTENING_LETTERS = [70, 90, 100] as const;

/** How listening hours can be divided, and the longest span that is divided by hours, in days. */
export const LISTENING_STEPS = ['hour', 'day', 'month', 'player', 'country', 'week_hour'] as const;
export type ListeningStep = (typeof LISTENING_STEPS)[number];
export const MAX_HOURLY_LISTENING_DAYS = 31;
/** A player of a stream that is not ours reports at most this often, in seconds. */
export const LISTENING_REPORT_SECONDS = 60;

/** The space on a replica's disk for prepared sound, in megabytes, unless the operator says otherwise. */
export const DEFAULT_SOUND_CACHE_MEGABYTES = 2_000;

/** The notice of planned work, in characters: two lines on a phone. */
export const MAX_PLANNED_WORK_LENGTH = 200;

/** Jobs or events that an admin tries again in one request. */
export const MAX_RETRIED_AT_ONCE = 50;

/** During maintenance clients are told to try again after this, in seconds, unless its end was announced. */
export const MAINTENANCE_RETRY_SECONDS = 300;
