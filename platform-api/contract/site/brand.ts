/**
 * The brand: name and addresses, used by pages, mails and the player. To run Stationhouse under another
 * name, change this file, the colours in the portal's tokens, and those of the static TV view
 * (sdk/src/views/tv-static.css).
 */
export const BRAND = {
  name: 'Stationhouse',
  /** The text of the link in a station page's footer. */
  powered_by: 'Powered by Stationhouse',
  /** The target of 'Listen to Demo'. */
  demo_path: '/demo',
  /** A neutral picture without a mark, for a broken one. A track without a cover has a sleeve (sleeves.ts). */
  placeholder_cover: '/sdk/placeholder-cover.svg',
} as const;

/**
 * The mark: the front of a house with a lamp in its window. The portal's icon.svg and the lamps of station pages
 * draw the same shapes.
 */
export const LOGO = {
  view_box: '3 2 26 28',
  /** The outline, as a path. */
  house:
    'M16 2.2a3 3 0 0 1 1.75.56l10 7.2A3.2 3.2 0 0 1 29 12.5V26a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V12.5a3.2 3.2 0 0 1 1.25-2.54l10-7.2A3 3 0 0 1 16 2.2Z',
  /** A circle. */
  lamp: { cx: 16, cy: 18.5, r: 5.5 },
} as const;

/**
 * The company named on legal pages and in mails: a UK company with an address in London (specification
 * §1). Replace it with your own company before you publish the site.
 */
export const COMPANY = {
  company_name: 'Stationhouse Radio Ltd',
  company_number: '01234567',
  contact_email: 'hello@stationhouse.example',
  postal_address: ['1 Wireless Yard', 'London', 'EC2A 4XX', 'United Kingdom'],
} as const;

/**
 * The name of the file with all data of a user.
 *
 * @param exportedAt ISO 8601
 */
export const exportFileName = (exportedAt: string): string =>
  `${BRAND.name.toLowerCase()}-export-${exportedAt.slice(0, 10)}.json`;

/**
 * The name of the file with all customers.
 *
 * @param exportedAt ISO 8601
 */
export const customersFileName = (exportedAt: string): string =>
  `${BRAND.name.toLowerCase()}-customers-${exportedAt.slice(0, 10)}.csv`;

/** The file name of the library's exported tags. @param exportedAt ISO 8601 */
export const tracksFileName = (exportedAt: string): string =>
  `${BRAND.name.toLowerCase()}-tracks-${exportedAt.slice(0, 10)}.csv`;

/**
 * The brand's colours for mails and for pages that the server renders. A separate constant, so that the
 * player's bundle leaves it out.
 */
export const BRAND_COLOURS = {
  light: {
    background: '#FBF8F3',
    surface: '#FFFFFF',
    ink: '#17122B',
    muted: '#5E5873',
    line: '#E7E1D8',
    primary: '#1A0A53',
    on_primary: '#FFFFFF',
    on_air: '#F26B21',
    house: '#1A0A53',
  },
  dark: {
    background: '#0F0A24',
    surface: '#1B1438',
    ink: '#F4F1FA',
    muted: '#A8A0C4',
    line: '#4A4170',
    primary: '#B5A9FF',
    on_primary: '#0F0A24',
    on_air: '#FF8A3D',
    house: '#6A5BD0',
  },
} as const;
