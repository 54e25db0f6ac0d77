import { ACCOUNTS_ERRORS } from './accounts/errors.ts';
import { ADMIN_ERRORS } from './admin/errors.ts';
import { ANNOUNCEMENTS_ERRORS } from './announcements/errors.ts';
import { APPROVAL_ERRORS } from './approval/errors.ts';
import { ASSETS_ERRORS } from './assets/errors.ts';
import { BILLING_ERRORS } from './billing/errors.ts';
import { DOMAINS_ERRORS } from './domains/errors.ts';
import { GENERAL_ERRORS } from './general-errors.ts';
import { LIBRARY_ERRORS } from './library/errors.ts';
import { LISTENING_ERRORS } from './listening/errors.ts';
import { LOCATIONS_ERRORS } from './locations/errors.ts';
import { PROOF_ERRORS } from './proof/errors.ts';
import { SCHEDULE_ERRORS } from './schedule/errors.ts';
import { SETUP_ERRORS } from './setup/errors.ts';
import { STATIONS_ERRORS } from './stations/errors.ts';
import { TEAM_ERRORS } from './team/errors.ts';
import { VOICES_ERRORS } from './voices/errors.ts';
import { WEBHOOKS_ERRORS } from './webhooks/errors.ts';

/**
 * Every error that the API can answer: its status, its title and a sentence for people. The key is the
 * stable code, unless `code` names another one that several situations share. Where the specification
 * writes a message in two parts ('File too large - Logo must be under 2MB'), `title` is the part before
 * the dash and `detail` the part after it.
 */
export const ERRORS = {
  ...ACCOUNTS_ERRORS,
  ...ADMIN_ERRORS,
  ...ANNOUNCEMENTS_ERRORS,
  ...APPROVAL_ERRORS,
  ...ASSETS_ERRORS,
  ...BILLING_ERRORS,
  ...DOMAINS_ERRORS,
  ...GENERAL_ERRORS,
  ...LIBRARY_ERRORS,
  ...LISTENING_ERRORS,
  ...LOCATIONS_ERRORS,
  ...PROOF_ERRORS,
  ...SCHEDULE_ERRORS,
  ...SETUP_ERRORS,
  ...STATIONS_ERRORS,
  ...TEAM_ERRORS,
  ...VOICES_ERRORS,
  ...WEBHOOKS_ERRORS,
} as const satisfies Record<
  string,
  { status: number; title: string; detail: string; code?: string }
>;

/** An error's name in our code. */
export type ErrorName = keyof typeof ERRORS;

/** Names that are sent under the code of another error. */
type SharingName = {
  [Name in ErrorName]: (typeof ERRORS)[Name] extends { code: string } ? Name : never;
}[ErrorName];

/** A code that clients can receive. */
export type ErrorCode = Exclude<ErrorName, SharingName>;

const isSharing = (name: ErrorName): name is SharingName => 'code' in ERRORS[name];

/** The code that clients receive for an error. */
export function wireCode(name: ErrorName): ErrorCode {
  return isSharing(name) ? ERRORS[name].code : name;
}

/** Every code that clients can receive, in the order of the reference. */
export const ERROR_CODES = (Object.keys(ERRORS) as ErrorName[])
  .filter((name): name is ErrorCode => !isSharing(name))
  // `toSorted` is not in every browser.
  .sort((one, other) => ERRORS[one].status - ERRORS[other].status);
