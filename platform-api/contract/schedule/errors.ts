import { MAX_RATED_TRACKS } from './values.ts';

/** Errors of schedule, in the order of their status. `errors.ts` says how they are written. */
export const SCHEDULE_ERRORS = {
  too_many_skips: {
    status: 409,
    title: 'No more skips this hour',
    detail: 'The licence of the music allows a few skips an hour. Please try again later.',
  },
  too_many_ratings: {
    status: 409,
    title: 'Too many songs',
    detail: `You can rate ${MAX_RATED_TRACKS} songs. Tell us what you like instead, and we change the music.`,
  },
  schedule_changed: {
    status: 409,
    title: 'Changed by someone else',
    detail:
      'Someone else has changed or published this schedule since you opened it. Load it again; nothing was saved.',
  },
  schedule_refused: {
    status: 422,
    title: 'This schedule can’t hold its promises',
    detail: 'Nothing was published. Each problem is listed under `problems`, with what mends it.',
  },
  preview_superseded: {
    status: 409,
    title: 'A newer preview has taken its place',
    detail: 'Another preview of this schedule was asked for since. Use the answer to that one.',
  },
  not_on_air_here: {
    status: 409,
    title: 'This station is not on air here',
    detail: 'Publish its schedule first.',
  },
  on_air_here: {
    status: 409,
    title: 'This station is on air here',
    detail:
      'Its stream and track addresses are set by its schedule. Take the station off air first to enter others.',
  },
  nothing_to_skip: {
    status: 409,
    title: 'Too late to skip this',
    detail: 'This item is over or ends within seconds.',
  },
  insertion_begun: {
    status: 409,
    title: 'Too late to withdraw this',
    detail: 'This item is on air, begins within seconds or has aired. You can skip what is on air.',
  },
  too_many_insertions: {
    status: 409,
    title: 'Too many items are waiting',
    detail: 'Wait until some of the items that were put in by hand have aired.',
  },
  item_not_ready: {
    status: 409,
    title: 'This item can’t air yet',
    detail: 'It is still being prepared, could not be prepared, or is retired.',
  },
} as const;
