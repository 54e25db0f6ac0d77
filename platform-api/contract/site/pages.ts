/**
 * The pages of the portal. The server answers these with 200 and every other path with the not-found
 * page and 404; the portal's routes are checked against them by type.
 */

/** The public pages: prerendered as HTML and listed in the sitemap (specification §2). */
export const PUBLIC_PAGES = [
  '/',
  '/cafe',
  '/gym',
  '/retail',
  '/office',
  '/hotel',
  '/supermarket',
  '/salon',
  '/about',
  '/contact',
  '/faq',
  '/privacy-policy',
  '/terms-of-service',
  '/cookie-policy',
] as const;
export type PublicPage = (typeof PUBLIC_PAGES)[number];

/** Where people sign up and in: HTML as well, but nothing to be found by. */
export const SIGN_IN_PAGES = ['/auth', '/login', '/signup'] as const;
export type SignInPage = (typeof SIGN_IN_PAGES)[number];

/** Pages that people open with a link that they were sent: HTML as well, without the operator's frame. */
export const SENT_PAGES = ['/proof'] as const;
export type SentPage = (typeof SENT_PAGES)[number];

/** The member's area: Home and its pages. The programme belongs to Sound. */
export const MEMBER_PAGES = [
  '/members',
  '/members/sound',
  '/members/programme',
  '/members/share',
  '/members/share/look',
  '/members/share/page',
  '/members/share/website',
  '/members/share/screens',
  '/members/share/print',
  // The address of the table cards in older links, which leads to Print.
  '/members/table-cards',
  '/members/locations',
  '/members/files',
  '/members/billing',
  '/members/account',
  '/members/team',
  '/members/invitation',
] as const;
export type MemberPage = (typeof MEMBER_PAGES)[number];

/** The admin area: Today, and the pages of its rail. */
export const ADMIN_PAGES = [
  '/admin',
  '/admin/stations',
  '/admin/schedule',
  '/admin/library',
  '/admin/library/add',
  '/admin/playlists',
  '/admin/listening',
  '/admin/reports',
  '/admin/messages',
  '/admin/operations',
  '/admin/webhooks',
  '/admin/history',
  // The address of the library in older links, which leads there.
  '/admin/music',
] as const;
export type AdminPage = (typeof ADMIN_PAGES)[number];

/** The pages of a customer, in the admin area: the customer, and how the station is built. Only these and a location's have an id. */
const CUSTOMER_PAGE = /^\/admin\/customers\/[0-9a-f-]{36}(\/build)?$/;

/** The page of a location, in the member's area. */
const LOCATION_PAGE = /^\/members\/locations\/[0-9a-f-]{36}$/;

/** Drawn in the browser alone, for signed-in users. */
export const SIGNED_IN_PAGES = [...MEMBER_PAGES, ...ADMIN_PAGES] as const;

/** Whether a path is such a page. */
export const isSignedInPage = (path: string): boolean =>
  SIGNED_IN_PAGES.some((page) => page === path) ||
  CUSTOMER_PAGE.test(path) ||
  LOCATION_PAGE.test(path);

/** The pages that the build writes with their content. */
export const PORTAL_PAGES = [...PUBLIC_PAGES, ...SIGN_IN_PAGES, ...SENT_PAGES] as const;
export type PortalPage = (typeof PORTAL_PAGES)[number];

/**
 * The name of the file that the build writes for a page. The pages of customers share one, and those of
 * locations have the one of their list. Home has another one while a
 * station is bought, without the navigation.
 */
export function fileOfPage(path: string, search = ''): string {
  if (path === '/members' && /[?&]create=/.test(search)) return 'members-create';
  if (path === '/') return 'home';
  if (CUSTOMER_PAGE.test(path)) return 'admin-customers';
  if (LOCATION_PAGE.test(path)) return 'members-locations';
  return path.slice(1).replaceAll('/', '-');
}
