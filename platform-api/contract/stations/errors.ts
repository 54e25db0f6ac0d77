import { MAX_SLUG_CHANGES, FORMER_SLUG_DAYS } from './values.ts';

/** Errors of stations, in the order of their status. `errors.ts` says how they are written. */
export const STATIONS_ERRORS = {
  station_not_found: {
    status: 404,
    title: 'Station Not Found',
    detail: 'Station not found or not active',
  },
  no_station: {
    status: 404,
    title: 'No station yet',
    detail: 'You have no station yet.',
  },
  slug_taken: {
    status: 409,
    title: 'This address is taken',
    detail: 'Another station uses this address. Please choose another one.',
  },
  slug_held: {
    status: 409,
    title: 'This address is kept for another station',
    detail:
      `Another station had this address in the last ${FORMER_SLUG_DAYS} days. Its old links and QR codes must ` +
      'not lead to yours. Please choose another one.',
  },
  slug_unchanged: {
    status: 409,
    title: 'Nothing to change',
    detail: 'This is already your station’s address.',
  },
  slug_limit_reached: {
    status: 409,
    title: 'URL Edit Limit Reached',
    detail: `You have changed your station’s address ${MAX_SLUG_CHANGES} times. To change it again, please contact support.`,
  },
  slug_invalid: {
    status: 422,
    title: 'Please check the address',
    detail:
      'Use 1 to 63 letters from a to z, digits and hyphens, with no hyphen at the start or the end, nor ' +
      'two as the third and fourth character.',
  },
  slug_reserved: {
    status: 422,
    title: 'This address is reserved',
    detail: 'We use this word for our own pages. Please choose another one.',
  },
  format_not_supported: {
    status: 501,
    title: 'Format not supported',
    detail: 'Only JSON is available. Leave out `format`, or set it to json.',
  },
} as const;
