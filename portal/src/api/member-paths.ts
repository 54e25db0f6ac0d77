import { PACKAGE_NAMES, type PackageName } from '@stationhouse/platform-api/contract/prices';

/** The dashboard, where users go after signing in (specification §2). */
export const MEMBERS_PATH = '/members';

/** The programme of the member's station. */
export const PROGRAMME_PATH = '/members/programme';

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

/** The dashboard with the dialog in which a member changes the package. */
export const CHANGE_PACKAGE_PATH = `${MEMBERS_PATH}?change=package`;
