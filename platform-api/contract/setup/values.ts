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

/** A member's changes and uploads are mailed to the operator together, after this many minutes without another one. */
export const NEWS_QUIET_MINUTES = 15;

/** Changes and uploads wait at most this many hours for more, or for the setup form. */
export const NEWS_LONGEST_HOURS = 24;
