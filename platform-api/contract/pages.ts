/**
 * The pages of the portal. The server answers these with 200 and every other path with the not-found
 * page and 404; the portal's routes are checked against them by type.
 */
export const PORTAL_PAGES = ['/'] as const;
export type PortalPage = (typeof PORTAL_PAGES)[number];
