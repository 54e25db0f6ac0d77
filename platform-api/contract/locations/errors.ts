import { MAX_LOCATION_PLAYERS, MAX_LOCATIONS } from './values.ts';

/** Errors of locations, in the order of their status. `errors.ts` says how they are written. */
export const LOCATIONS_ERRORS = {
  wrong_leave_pin: {
    status: 403,
    title: 'Wrong PIN',
    detail:
      'The PIN is not right. The owner of the station finds it in the portal, under Locations.',
  },
  pairing_code_unknown: {
    status: 404,
    title: 'Unknown code',
    detail:
      'No screen of your station shows this code now. Check the letters, or wait for the next code.',
  },
  player_unknown: {
    status: 404,
    title: 'Player removed',
    detail: 'This player was removed. Pair it again to use it.',
  },
  no_login_phone: {
    status: 409,
    title: 'No phone number',
    detail: 'Add a phone number to sign in with under Account, confirm it, and try again.',
  },
  too_many_locations: {
    status: 409,
    title: 'Too many locations',
    detail: `A station can have ${MAX_LOCATIONS} locations. Remove one that you no longer need and try again.`,
  },
  too_many_location_players: {
    status: 409,
    title: 'Too many players',
    detail: `A location can have ${MAX_LOCATION_PLAYERS} players. Remove one that you no longer need and try again.`,
  },
} as const;
