import { PACKAGE_NAMES, type PackageName } from '@stationhouse/platform-api/contract/limits';

/** Where those who have signed in go on to (specification §2). */
export const MEMBERS_PATH = '/members';

/** The package that an address names, as the links on the price list do; undefined: none that is sold. */
export function packageIn(params: URLSearchParams): PackageName | undefined {
  return PACKAGE_NAMES.find((name) => name === params.get('package'));
}

/** Where somebody goes on to who signs in at this address: straight to buying what they had chosen. */
export function membersPath(params: URLSearchParams): string {
  const chosen = packageIn(params);
  return chosen === undefined ? MEMBERS_PATH : `${MEMBERS_PATH}?create=company&package=${chosen}`;
}

/** Another way to sign in or up, which keeps the package in mind, and nothing else of the address. */
export function withPackage(path: string, chosen: PackageName | undefined): string {
  return chosen === undefined ? path : `${path}?package=${chosen}`;
}
