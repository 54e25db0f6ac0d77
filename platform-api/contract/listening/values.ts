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
