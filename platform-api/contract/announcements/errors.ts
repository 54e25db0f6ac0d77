import { MAX_OPEN_ANNOUNCEMENTS, MAX_PAUSES } from '../schedule/values.ts';

/** Errors of announcements, in the order of their status. `errors.ts` says how they are written. */
export const ANNOUNCEMENTS_ERRORS = {
  announcements_not_in_package: {
    code: 'feature_not_in_package',
    status: 403,
    title: 'Feature not available',
    detail:
      'Announcements are not available in your Starter package. Please upgrade to Professional or Enterprise.',
  },
  too_many_announcements: {
    status: 409,
    title: 'Too many announcements',
    detail: `You can keep ${MAX_OPEN_ANNOUNCEMENTS} announcements. Remove one that you no longer need and try again.`,
  },
  /** Thrown with the hour as its detail. */
  announcement_hour_full: {
    status: 409,
    title: 'This hour is full',
    detail: 'Your package has no room for another announcement in this hour.',
  },
  too_many_pauses: {
    status: 409,
    title: 'Too many pauses',
    detail: `You can plan ${MAX_PAUSES} pauses. Remove one that you no longer need and try again.`,
  },
  station_closed: {
    status: 409,
    title: 'Your station is closed then',
    detail: 'Nothing airs during a pause. Choose another time, or remove the pause first.',
  },
  announcement_over: {
    status: 409,
    title: 'This announcement is over',
    detail: 'Its time has passed, or it has no time yet. Choose when it should air.',
  },
} as const;
