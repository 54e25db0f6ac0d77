/**
 * The figures of the business: packages, file sizes, refresh times, bounds. Plain numbers, so that the
 * database, the API, the SDK and the screens can all read the same ones (specification §9).
 */

/** All prices are in euros; amounts are integers in cents. */
export const CURRENCY = 'eur';

/** The names of the packages, cheapest first. */
export const PACKAGE_NAMES = ['Starter', 'Professional', 'Enterprise'] as const;
export type PackageName = (typeof PACKAGE_NAMES)[number];

/** What a customer may use within a package (specification §9). */
export interface PackageLimits {
  radio_ids: number;
  jingles: number;
  commercial_spots: number;
  listening_hours: number;
}

/** A package as it is sold. Fees are in cents. */
export interface Package {
  name: PackageName;
  setup_fee: number;
  monthly_fee: number;
  currency: typeof CURRENCY;
  description: string;
  features: string[];
  popular: boolean;
  limits: PackageLimits;
}

/** Playlists are renewed every two weeks (specification §1). */
export const PLAYLIST_UPDATE_WEEKS = 2;

/** By hand: the first use of Intl costs a phone 80 ms, and every page loads this file. */
const thousands = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** The feature list is made from the limits, so that a card can never promise another number. */
function featuresOf(limits: PackageLimits, audio: string, extras: string[]): string[] {
  return [
    '24/7 music, chosen by people',
    'Unlimited listeners at the same time',
    `${thousands(limits.listening_hours)} listening hours a month`,
    `${limits.radio_ids} radio IDs with your name`,
    `${limits.jingles} jingles`,
    ...(limits.commercial_spots > 0 ? [`${limits.commercial_spots} commercial spots`] : []),
    ...(limits.commercial_spots > 0 ? ['Your own announcements'] : []),
    `New playlists every ${PLAYLIST_UPDATE_WEEKS} weeks`,
    audio,
    'As many locations as you like',
    ...extras,
  ];
}

const starterLimits: PackageLimits = {
  radio_ids: 3,
  jingles: 3,
  commercial_spots: 0,
  listening_hours: 20_000,
};
const professionalLimits: PackageLimits = {
  radio_ids: 6,
  jingles: 6,
  commercial_spots: 6,
  listening_hours: 20_000,
};
const enterpriseLimits: PackageLimits = {
  radio_ids: 8,
  jingles: 8,
  commercial_spots: 10,
  listening_hours: 150_000,
};

/** The catalogue, cheapest first (specification §9). */
export const PACKAGES: readonly Package[] = [
  {
    name: 'Starter',
    setup_fee: 299_00,
    monthly_fee: 149_00,
    currency: CURRENCY,
    description: 'A station of your own for one café, shop or studio.',
    features: featuresOf(starterLimits, 'MP3 at 128 Kbps', []),
    popular: false,
    limits: starterLimits,
  },
  {
    name: 'Professional',
    setup_fee: 349_00,
    monthly_fee: 299_00,
    currency: CURRENCY,
    description: 'Your station with your own spots and announcements, on a site of your own.',
    features: featuresOf(professionalLimits, 'MP3 at 128 Kbps', ['White label website']),
    popular: true,
    limits: professionalLimits,
  },
  {
    name: 'Enterprise',
    setup_fee: 599_00,
    monthly_fee: 699_00,
    currency: CURRENCY,
    description: 'For chains and brands: more hours, finer sound, apps in your name.',
    features: featuresOf(enterpriseLimits, 'MP3 up to 192 Kbps, AAC up to 64 Kbps', [
      'White label website',
      'Native iOS and Android apps',
    ]),
    popular: false,
    limits: enterpriseLimits,
  },
];

/** The package of this name. A station that was made without one has room for what the smallest has. */
export function packageNamed(name: PackageName | null): Package {
  const wanted = name ?? PACKAGE_NAMES[0];
  const found = PACKAGES.find((candidate) => candidate.name === wanted);
  if (!found) throw new Error(`There is no package ${wanted}`);
  return found;
}

/** VAT in percent, and the countries, lower-case, where it always applies (specification §9). */
export const VAT_PERCENT = 20;
export const VAT_COUNTRIES: readonly string[] = [
  'uk',
  'england',
  'united kingdom',
  'britain',
  'great britain',
  // What programs write (API document, Country).
  'gb',
  'gbr',
];

/** Station states (specification §4; `suspended` is ours: off air for non-payment). */
export const STATION_STATUSES = [
  'payment_pending',
  'setup_pending',
  'active',
  'inactive',
  'suspended',
] as const;
export type StationStatus = (typeof STATION_STATUSES)[number];

/** What the desk sets by hand, from any of the three (API rules, Station status). */
export const EDITABLE_STATION_STATUSES = ['setup_pending', 'active', 'inactive'] as const;
export type EditableStationStatus = (typeof EDITABLE_STATION_STATUSES)[number];

export const USER_ROLES = ['user', 'admin'] as const;
export type UserRole = (typeof USER_ROLES)[number];

export const VOICE_PREFERENCES = ['male', 'female'] as const;
export const DEFAULT_VOICE = 'male';

/** The setup form's bounds, in minutes (specification §5). */
export const RADIO_ID_FREQUENCY = { min: 1, max: 60, default: 10 } as const;
export const ANNOUNCEMENT_FREQUENCY = { min: 1, max: 120, default: 30 } as const;
export const MIN_COMMERCIAL_SPOTS_PER_BREAK = 1;

/** The kinds of file that a member sends (design, HTTP API). */
export const ASSET_KINDS = ['logo', 'jingle', 'radio_id', 'commercial'] as const;
export type AssetKind = (typeof ASSET_KINDS)[number];
/** Those that are sound. */
export type AudioKind = Exclude<AssetKind, 'logo'>;

/** How many files of a kind the package has room for; a new logo takes the place of the old one (§9). */
export function maxFiles(kind: AssetKind, { limits }: Pick<Package, 'limits'>): number {
  const most = {
    logo: 1,
    jingle: limits.jingles,
    radio_id: limits.radio_ids,
    commercial: limits.commercial_spots,
  };
  return most[kind];
}

/** A megabyte of a file's size, as people and the specification's 2MB mean it. */
const MEGABYTE = 1024 * 1024;

/** An audio file: bytes, seconds, and what its ID3 tag may weigh (API document, Uploads; security, MP3). */
export const MAX_AUDIO_MEGABYTES = 20;
export const MAX_AUDIO_BYTES = MAX_AUDIO_MEGABYTES * MEGABYTE;
export const AUDIO_SECONDS = { min: 0.5, max: 15 * 60 } as const;
export const MAX_AUDIO_TAG_BYTES = MEGABYTE;

/** So many bars draw a file's waveform. */
export const WAVEFORM_PEAKS = 120;

/** A logo weighs at most this many bytes (specification §5: 2MB). */
export const MAX_LOGO_MEGABYTES = 2;
export const MAX_LOGO_BYTES = MAX_LOGO_MEGABYTES * MEGABYTE;
/** What of a logo is decoded at all: pixels of a frame, frames, and pixels of all of them (security, logo). */
export const MAX_LOGO_PIXELS = 16_000_000;
export const MAX_LOGO_FRAMES = 100;
export const MAX_LOGO_PIXELS_IN_ALL = 32_000_000;
/** A logo is kept at most this wide and high, in px: more than any screen shows of it. */
export const MAX_STORED_LOGO_PX = 1024;

/** All files of a member together, in bytes (API document, Uploads). */
export const MAX_MEMBER_MEGABYTES = 500;
export const MAX_MEMBER_BYTES = MAX_MEMBER_MEGABYTES * MEGABYTE;

/** An upload that brings less than this for so long is given up (security, Upload: size, form). */
export const SLOWEST_UPLOAD = { bytes_per_second: 1_000, seconds: 15 } as const;

/** A script that is to be spoken as a radio ID, in characters: about half a minute. */
export const MAX_RADIO_ID_TEXT_LENGTH = 500;

/** The operator hears of the same kind of change to the same thing once in so many minutes. */
export const NOTIFY_AGAIN_MINUTES = 10;

/** Who has given the password again is believed for so many seconds (security, Admin: step-up). */
export const STEP_UP_SECONDS = 300;

/** A member changes the station's address at most this often (specification §5). */
export const MAX_SLUG_CHANGES = 10;

/** A station that is not paid for stays on air this many days, unless configured otherwise (design). */
export const DEFAULT_GRACE_DAYS = 7;

/** A billing history shows this many invoices, the newest (API document, GET /v1/me/billing). */
export const MAX_INVOICES_SHOWN = 100;

/** A signature of a webhook is believed this long, in seconds, before and after (Stripe's tolerance; security). */
export const WEBHOOK_TOLERANCE_SECONDS = 300;
/** Webhooks, in bytes (security, section 2). */
export const MAX_WEBHOOK_BYTES = 256 * 1024;

/** An answer is kept for its Idempotency-Key this long, in hours, as Stripe keeps them. */
export const IDEMPOTENCY_HOURS = 24;
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;

/** The order summary shows this many features, then the count of the rest (specification §9). */
export const ORDER_SUMMARY_FEATURES = 5;

/** How often now-playing is read again, in seconds (specification §4). */
export const PLAYER_REFRESH_SECONDS = 10;
export const DASHBOARD_REFRESH_SECONDS = 30;

/** Live channels: a beat in seconds, and the seconds waited before each new try (specification §9). */
export const HEARTBEAT_SECONDS = 25;
export const RECONNECT_DELAY_SECONDS: readonly number[] = [1, 2, 5, 10];

/** Live channels of members that one process holds open, at most (security, SSE row). */
export const MEMBER_STREAMS = { per_user: 5, per_address: 20 } as const;

/** Sessions: a tick in seconds, the ticks left when a token is renewed, first retry in ms (§9). */
export const SESSION_TICK_SECONDS = 30;
export const SESSION_REFRESH_TICKS = 3;
export const SESSION_RETRY_MS = 200;

/** An access token lives this long, in seconds (API document, Session). */
export const ACCESS_TOKEN_SECONDS = 900;

/**
 * A session ends after this long unused and after this long at all, in seconds; a refresh token that was
 * used already is taken for two tabs racing within the grace, for theft after it (security, Refresh).
 */
export const SESSION_IDLE_SECONDS = 7 * 24 * 60 * 60;
export const SESSION_LIFE_SECONDS = 30 * 24 * 60 * 60;
export const REFRESH_GRACE_SECONDS = 10;

/** Passwords, in characters: a new one (NIST SP 800-63B, OWASP ASVS 6.2), and one that is tried. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;
export const MAX_TRIED_PASSWORD_LENGTH = 1024;

/** One-time codes: digits, tries, and how long they live in seconds (security, One-time code). */
export const CODE_DIGITS = 6;
export const CODE_TRIES = 5;
export const CODE_SECONDS = 10 * 60;

/**
 * What a code or link is for, and how long its link lives, in seconds: one that signs in or resets a
 * password is short (security, Reset), one that only confirms may wait until tomorrow (GoTrue: 24 h).
 */
export const LINK_SECONDS = {
  otp: 10 * 60,
  signup: 24 * 60 * 60,
  email_change: 24 * 60 * 60,
  phone_change: 10 * 60,
  recovery: 60 * 60,
} as const;
export type CodeType = keyof typeof LINK_SECONDS;

/** API keys of one person, at most, so that a list stays one page. */
export const MAX_API_KEYS = 20;
export const API_KEY_SCOPES = ['read', 'write'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];
/** What every API key begins with, so that a scanner for leaked secrets knows one (design, calls). */
export const API_KEY_PREFIX = 'shk_';

/** JSON bodies, in bytes and in levels (security, section 2). */
export const MAX_BODY_BYTES = 64 * 1024;
export const MAX_BODY_DEPTH = 20;

/** Texts of one line; the longest e-mail address that can be delivered to (RFC 5321 §4.5.3.1.3). */
export const MAX_LINE_LENGTH = 200;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_PHONE_LENGTH = 32;
export const MAX_URL_LENGTH = 2_000;

/** The contact form: a message in characters, about two pages (ours; security, Contact form). */
export const MAX_MESSAGE_LENGTH = 5_000;
/** Sent sooner than this after it was opened, in ms, it comes from a robot (ours; security, same row). */
export const MIN_CONTACT_MS = 2_000;

/** How often something may be done: `points` times in `seconds`, counted for each `per`. */
export interface RateLimit {
  points: number;
  seconds: number;
  /** `address`: an IPv4 address or an IPv6 /64; `target`: the e-mail address or phone number named. */
  per: 'address' | 'account' | 'target' | 'target and address' | 'everybody';
  /** What counts: every request, or only one that failed. */
  counts: 'requests' | 'failures';
  /**
   * What comes beyond it, where that is no refusal: nothing that anybody could notice, a wait, or a line
   * in the log that wakes the operator.
   */
  beyond?: 'silence' | 'a wait' | 'an alarm';
}

/** Everything that guesses or sends is limited (security, section 2). */
export const RATE_LIMITS = {
  signup: { points: 10, seconds: 3600, per: 'address', counts: 'requests' },
  signup_target: { points: 3, seconds: 3600, per: 'target', counts: 'requests' },
  login: { points: 20, seconds: 900, per: 'address', counts: 'failures' },
  login_target: { points: 5, seconds: 900, per: 'target and address', counts: 'failures' },
  /** Above this an answer only comes later: a lock would let anybody shut out anybody. */
  login_slow: { points: 100, seconds: 3600, per: 'target', counts: 'failures', beyond: 'a wait' },
  token: { points: 600, seconds: 300, per: 'address', counts: 'requests' },
  verify: { points: 30, seconds: 300, per: 'address', counts: 'requests' },
  send: { points: 30, seconds: 3600, per: 'address', counts: 'requests' },
  /** Silent: an answer that told of it would tell that the account exists. */
  code_target: { points: 10, seconds: 3600, per: 'target', counts: 'requests', beyond: 'silence' },
  recover_target: {
    points: 5,
    seconds: 3600,
    per: 'target',
    counts: 'requests',
    beyond: 'silence',
  },
  recover_target_minute: {
    points: 1,
    seconds: 60,
    per: 'target',
    counts: 'requests',
    beyond: 'silence',
  },
  current_password: { points: 5, seconds: 900, per: 'account', counts: 'failures' },
  user_change: { points: 20, seconds: 3600, per: 'account', counts: 'requests' },
  api_key: { points: 20, seconds: 3600, per: 'account', counts: 'requests' },
  /** A whole package of files, changed a few times over. */
  upload: { points: 120, seconds: 3600, per: 'account', counts: 'requests' },
  setup: { points: 60, seconds: 3600, per: 'account', counts: 'requests' },
  notification: { points: 30, seconds: 3600, per: 'account', counts: 'requests' },
  /** An export reads all that we have of somebody. */
  export: { points: 10, seconds: 3600, per: 'account', counts: 'requests' },
  /** Each of these opens other people’s servers. */
  check: { points: 60, seconds: 300, per: 'account', counts: 'requests' },
  desk_mail: { points: 60, seconds: 3600, per: 'account', counts: 'requests' },
  customers_export: { points: 20, seconds: 3600, per: 'account', counts: 'requests' },
  /** Ten succeed in a station's life: the rest is for addresses that turn out to be taken. */
  slug_change: { points: 60, seconds: 3600, per: 'account', counts: 'requests' },
  /** Asked while somebody types. */
  slug_availability: { points: 300, seconds: 300, per: 'account', counts: 'requests' },
  contact: { points: 5, seconds: 3600, per: 'address', counts: 'requests' },
  quote: { points: 120, seconds: 300, per: 'address', counts: 'requests' },
  checkout: { points: 30, seconds: 3600, per: 'account', counts: 'requests' },
  /** Each of these asks the payment provider, which limits us in turn. */
  billing: { points: 120, seconds: 300, per: 'account', counts: 'requests' },
  /** No refusal: robots at many addresses would otherwise shut the form for everybody. */
  contact_queue: {
    points: 30,
    seconds: 3600,
    per: 'everybody',
    counts: 'requests',
    beyond: 'an alarm',
  },
} as const satisfies Record<string, RateLimit>;
export type RateLimitName = keyof typeof RATE_LIMITS;

/** Rows of a page in the admin lists: by default, and at most. */
export const ADMIN_LIST = { default: 50, max: 100 } as const;

/** What the customers’ table can be sorted by. */
export const CUSTOMER_SORTS = [
  'created_at',
  'purchased_at',
  'name',
  'company_name',
  'total_amount',
] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

/** What the operator pastes as a station’s player, in characters. */
export const MAX_EMBED_HTML_LENGTH = 20_000;

/** Files of a kind that the operator keeps for one customer, at most. */
export const MAX_OPERATOR_FILES = 50;
/** Those kinds; the logo among them takes the place of the customer’s own. */
export const OPERATOR_ASSET_KINDS = ['logo', 'radio_id', 'commercial'] as const;
export type OperatorAssetKind = (typeof OPERATOR_ASSET_KINDS)[number];

/** Bit rates of a station’s stream in kbit/s, from and to; null: not in the package (specification §9). */
export const STREAM_BITRATES: Record<
  PackageName,
  Record<'mp3' | 'aac', { from: number; to: number } | null>
> = {
  Starter: { mp3: { from: 128, to: 128 }, aac: null },
  Professional: { mp3: { from: 128, to: 128 }, aac: null },
  Enterprise: { mp3: { from: 32, to: 192 }, aac: { from: 16, to: 64 } },
};

/** Every station on air is listened to again after so many minutes. */
export const WATCH_MINUTES = 10;
/** A title that stands for so many minutes is stuck: hardly any track is longer. */
export const STUCK_TITLE_MINUTES = 30;

/** Storage lists show this many rows unless asked otherwise (specification §9). */
export const STORAGE_LIST_LIMIT = 100;

/** Titles too long for their card scroll below this width of the window, in px (specification §2). */
export const MARQUEE_BELOW_PX = 768;

/** The first year of the copyright line (specification §2). */
export const COPYRIGHT_YEAR = 2024;

/** What an embed looks like unless its owner says otherwise, and how far that may go (§3, §5). */
export const EMBED_DEFAULTS = {
  background_color: '#FFFFFF',
  play_button_color: '#1a0a53',
  font_color: '#000000',
  width: 300,
  height: 450,
  show_logo: true,
  show_current_song: true,
} as const;
export const EMBED_WIDTH = { min: 200, max: 1000, fallback: 400 } as const;
export const EMBED_HEIGHT = { min: 100, max: 600, fallback: 200 } as const;

/** What we promise in public: hours to launch, hours to a reply, days of notice (specification §1). */
export const LAUNCH_HOURS = 48;
export const CONTACT_REPLY_HOURS = 24;
export const NOTICE_DAYS = 30;

/** A track's texts where its source gives none (specification §3). */
export const UNKNOWN_TITLE = 'Unknown Title';
export const UNKNOWN_ARTIST = 'Unknown Artist';

/** A station without a name of its own, and the station whose stream it plays then (§3). */
export const DEFAULT_STATION_NAME = 'Demo Radio Stream';
export const DEMO_STATION_SLUG = 'demo';

/** A track that its source no longer confirms is shown this long, in seconds (API rules). */
export const MAX_TRACK_AGE_SECONDS = 60;

/** A track's texts are cut to this many characters (security, row Track data). */
export const MAX_TRACK_TEXT_LENGTH = 300;

/**
 * Our own streams, in seconds: how far behind the clock a listener starts, which is what Chromium needs
 * to play without a break (measured), and the furthest back that one may ask to start with `from`.
 */
export const LISTENER_START_SECONDS = 5;
export const LISTENER_FURTHEST_SECONDS = 30;
