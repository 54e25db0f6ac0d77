import { PACKAGE_NAMES, type PackageName } from '@stationhouse/platform-api/contract/prices';

/** The dashboard, where users go after signing in (specification §2): Home of the member's area. */
export const MEMBERS_PATH = '/members';

/** The setup, and what the station plays. */
export const SOUND_PATH = '/members/sound';

/** The programme of the member's station, a part of Sound. */
export const PROGRAMME_PATH = '/members/programme';

/** The station's page and the player for other sites. */
export const SHARE_PATH = '/members/share';

/** Cards with a QR code, to print; a part of Share & embed. */
export const TABLE_CARDS_PATH = '/members/table-cards';

/** The member's own sound files. */
export const FILES_PATH = '/members/files';

/** The package, the subscription and the invoices. */
export const BILLING_PATH = '/members/billing';

/** The account settings. */
export const ACCOUNT_PATH = '/members/account';

/** The purchase wizard (specification §2, member dashboard: creation mode). */
export const CREATE_PATH = `${MEMBERS_PATH}?create=package`;

/** The package that an address names, as the links of the price list do. */
export function packageIn(params: URLSearchParams): PackageName | undefined {
  return PACKAGE_NAMES.find((name) => name === params.get('package'));
}

/** Where a user goes after signing in at this address: to buying the package that they had chosen. */
export function membersPath(params: URLSearchParams): string {
  const chosen = packageIn(params);
  return chosen === undefined ? MEMBERS_PATH : `${MEMBERS_PATH}?create=company&package=${chosen}`;
}

/** A path with the chosen package, and nothing else of the current address. */
export function withPackage(path: string, chosen: PackageName | undefined): string {
  return chosen === undefined ? path : `${path}?package=${chosen}`;
}

/** The billing page with the dialog in which a member changes the package. */
export const CHANGE_PACKAGE_PATH = `${BILLING_PATH}?change=package`;
