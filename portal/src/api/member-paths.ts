import { isSignedInPage } from '@stationhouse/platform-api/contract/site/pages';
import { INDUSTRIES, type Industry } from '@stationhouse/platform-api/contract/setup/values';
import {
  PACKAGE_NAMES,
  type PackageName,
} from '@stationhouse/platform-api/contract/billing/prices';

/** The dashboard, where users go after signing in (specification §2): Home of the member's area. */
export const MEMBERS_PATH = '/members';

/** The setup, and what the station plays. */
export const SOUND_PATH = '/members/sound';

/** The programme of the member's station, a part of Sound. */
export const PROGRAMME_PATH = '/members/programme';

/** Share & embed, which leads to its first part. */
export const SHARE_PATH = '/members/share';

/** Accent colour, theme and pictures of everything that listeners see. */
export const LOOK_PATH = `${SHARE_PATH}/look`;

/** The address of the station's page, and its QR code. */
export const PAGE_PATH = `${SHARE_PATH}/page`;

/** The player for other sites. */
export const WEBSITE_PATH = `${SHARE_PATH}/website`;

/** The pages for TVs, and the message on them. */
export const SCREENS_PATH = `${SHARE_PATH}/screens`;

/** Cards with a QR code, to print, and a picture to post. */
export const PRINT_PATH = `${SHARE_PATH}/print`;

/** The places of the business, and whether they play. */
export const LOCATIONS_PATH = '/members/locations';

/** The member's own sound files. */
export const FILES_PATH = '/members/files';

/** The package, the subscription and the invoices. */
export const BILLING_PATH = '/members/billing';

/** The people who work for the member's business. */
export const TEAM_PATH = '/members/team';

/** The page that the link in an invitation opens. */
export const INVITATION_PATH = '/members/invitation';

/** The account settings. */
export const ACCOUNT_PATH = '/members/account';

/** The purchase wizard (specification §2, member dashboard: creation mode). */
export const CREATE_PATH = `${MEMBERS_PATH}?create=package`;

/** The package that an address names, as the links of the price list do. */
export function packageIn(params: URLSearchParams): PackageName | undefined {
  return PACKAGE_NAMES.find((name) => name === params.get('package'));
}

/** The kind of place that an address names, as the pages of the industries do. */
export function industryIn(params: URLSearchParams): Industry | undefined {
  return INDUSTRIES.find((name) => name === params.get('industry'));
}

/** A page for signed-in users, with its query and the place on it. Undefined for every other address, such as another site's. */
function nextIn(params: URLSearchParams): string | undefined {
  const next = params.get('next') ?? '';
  const [path = ''] = next.split(/[?#]/);
  return isSignedInPage(path) ? next : undefined;
}

/** The intent of a visitor before signing in, as the address says: a package, a trial month, a kind of place, or a page. */
export function intentIn(params: URLSearchParams): URLSearchParams {
  const intent = new URLSearchParams();
  const [chosen, industry, next] = [packageIn(params), industryIn(params), nextIn(params)];
  if (chosen !== undefined) intent.set('package', chosen);
  if (params.get('trial') === 'true') intent.set('trial', 'true');
  if (industry !== undefined) intent.set('industry', industry);
  if (next !== undefined) intent.set('next', next);
  return intent;
}

/** A path with what the visitor wants, and nothing else of the current address. */
export function withIntent(path: string, intent: URLSearchParams): string {
  return intent.size === 0 ? path : `${path}?${intent}`;
}

/** Where a user goes after signing in at this address: to the page or the purchase that they wanted. */
export function pathAfterSignIn(params: URLSearchParams): string {
  const intent = intentIn(params);
  const next = intent.get('next');
  if (next !== null) return next;
  // The sign-up has stored it in the profile.
  intent.delete('industry');
  if (intent.size === 0) return MEMBERS_PATH;
  const create = intent.has('package') ? 'company' : 'package';
  return `${MEMBERS_PATH}?${new URLSearchParams({ create, ...Object.fromEntries(intent) })}`;
}

/** The intent of a signed-out visitor who opened a page for signed-in users. */
export function intentAt({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>) {
  const params = new URLSearchParams(search);
  if (pathname === MEMBERS_PATH && packageIn(params) !== undefined) {
    params.delete('next');
    return intentIn(params);
  }
  const isHome = pathname === MEMBERS_PATH && search === '';
  return intentIn(new URLSearchParams(isHome ? {} : { next: pathname + search + hash }));
}

/** The billing page with the dialog in which a member changes the package. */
export const CHANGE_PACKAGE_PATH = `${BILLING_PATH}?change=package`;
