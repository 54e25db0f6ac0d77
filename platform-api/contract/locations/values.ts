/** Locations of a station. */
export const MAX_LOCATIONS = 500;
/** Browsers of a location that play at the same time, each in its room. */
export const MAX_LOCATION_PLAYERS = 10;

/** The statuses that a location player reports. */
export const PLAYER_STATUSES = [
  'playing',
  'reserve',
  'silent',
  'muted',
  'blocked',
  'stalled',
  'closed',
] as const;
export type PlayerStatus = (typeof PLAYER_STATUSES)[number];

/** The statuses with sound. `reserve`: the line is cut, and it plays the programme that it has kept. */
export const SOUNDING: readonly string[] = ['playing', 'reserve'] satisfies readonly PlayerStatus[];

/** The statuses of a location. `offline`: its player has stopped reporting. `unpaired`: it has no player. */
export const LOCATION_STATUSES = [...PLAYER_STATUSES, 'offline', 'unpaired'] as const;
export type LocationStatus = (typeof LOCATION_STATUSES)[number];

/** How to mend each status, for mails and screens. Null: nothing needs mending. */
export const STATUS_ADVICE: Readonly<Record<LocationStatus, string | null>> = {
  playing: null,
  reserve: 'Its internet line is cut. It plays the programme that it has kept.',
  silent: 'The player is paused. Press play on its screen.',
  muted: 'The player is muted. Turn up the volume on its screen.',
  blocked: 'Its browser needs one tap before it may play. Tap the screen.',
  stalled: 'The music does not reach the player. Check the internet connection there.',
  closed: null,
  offline: 'Its player does not report. Check its power and the internet connection there.',
  unpaired: null,
};

/** A location player reports its status when it changes, and this often, in seconds. */
export const PLAYER_REPORT_SECONDS = 30;
/** A player without a report for this long is offline: one is missing, and the network may take its time. */
export const PLAYER_OFFLINE_SECONDS = PLAYER_REPORT_SECONDS + 3;
/** A player that is not paired asks this often whether it is, in seconds. */
export const PAIRING_POLL_SECONDS = 3;
/** A pairing code: letters and digits that are not mistaken for others, and its lifetime in minutes. */
export const PAIRING_CODE_LETTERS = 'ACDEFGHJKLMNPQRTUVWXY34679';
export const PAIRING_CODE_LENGTH = 6;
export const PAIRING_CODE_MINUTES = 15;
/** A player that was never paired is forgotten after this many days without a report. */
export const UNPAIRED_DAYS = 1;
/** A player that could not report tells at most so many changes afterwards, of so many hours. */
export const MAX_REPORTED_CHANGES = 300;
export const REPORTED_HOURS = 26;

/** So many minutes without sound within opening hours are a silence, which is told. */
export const SILENCE_MINUTES = 5;
/** The days of a location's strip. */
export const STATUS_DAYS = 30;
/** Statuses are kept for so many days: a quarter and some days, for proofs of play. */
export const KEEP_STATUS_DAYS = 100;

/** Digits of the PIN without which a player is not unpaired at its screen. */
export const LEAVE_PIN = { min: 4, max: 8 } as const;
/** The programme that a location player keeps for when its line is cut, in minutes. */
export const RESERVE_MINUTES = 60;

/** How a person is told of silences. */
export const ALERT_WAYS = ['email', 'text', 'none'] as const;
export type AlertWay = (typeof ALERT_WAYS)[number];
