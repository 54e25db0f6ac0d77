/**
 * The operator: name, colours, addresses. Pages, mails and the player read them here, so an operator
 * who puts up Stationhouse under another name changes this file, and the same colours in the portal's
 * tokens and in the stylesheets of station pages (sdk/src/views: page, full and tv-static), nothing else.
 */
export const BRAND = {
  name: 'Stationhouse',
  /** What the footer of a station page links to. */
  powered_by: 'Powered by Stationhouse',
  /** Where 'Listen to Demo' leads. */
  demo_path: '/demo',
  /** The picture shown where a track or station has none, or its own is broken. */
  placeholder_cover: '/sdk/placeholder-cover.svg',
} as const;

/**
 * The company behind the name, as legal pages and letters give it: a UK company with an address in
 * London (specification §1). An operator puts their own here before anybody else reads it.
 */
export const COMPANY = {
  company_name: 'Stationhouse Radio Ltd',
  company_number: '01234567',
  contact_email: 'hello@stationhouse.example',
  postal_address: ['1 Wireless Yard', 'London', 'EC2A 4XX', 'United Kingdom'],
} as const;

/**
 * What the file is called that holds all that we keep of a person.
 *
 * @param exportedAt ISO 8601
 */
export const exportFileName = (exportedAt: string): string =>
  `${BRAND.name.toLowerCase()}-export-${exportedAt.slice(0, 10)}.json`;

/**
 * What the file is called that lists all customers.
 *
 * @param exportedAt ISO 8601
 */
export const customersFileName = (exportedAt: string): string =>
  `${BRAND.name.toLowerCase()}-customers-${exportedAt.slice(0, 10)}.csv`;

/**
 * The operator's colours where no stylesheet of the portal reaches: mails, and pages of the server. By
 * itself, so that the player's bundle does not carry them.
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
  },
} as const;
