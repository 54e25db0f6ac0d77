// Packages, prices and VAT. Without zod, so that the portal's first pages stay small.

/** All prices are in euros; amounts are integers in cents. */
export const CURRENCY = 'eur';

/** The names of the packages, cheapest first. */
export const PACKAGE_NAMES = ['Starter', 'Professional', 'Enterprise'] as const;
export type PackageName = (typeof PACKAGE_NAMES)[number];

/** The allowances of a package (specification §9). */
export interface PackageLimits {
  radio_ids: number;
  jingles: number;
  commercial_spots: number;
  listening_hours: number;
}

/** A package. Fees are in cents. */
export interface Package {
  name: PackageName;
  setup_fee: number;
  monthly_fee: number;
  currency: typeof CURRENCY;
  description: string;
  features: string[];
  popular: boolean;
  limits: PackageLimits;
}

/** Extras that some packages include besides the station, as their lists of features name it (specification §9). */
const EXTRAS = {
  website: 'White label website',
  apps: 'Native iOS and Android apps',
} as const;
export type Extra = keyof typeof EXTRAS;

/** Playlists are renewed every two weeks (specification §1). */
export const PLAYLIST_UPDATE_WEEKS = 2;

/** Without Intl, whose first use takes 80 ms on a phone: every page loads this file. */
const thousands = (count: number): string =>
  count < 1_000
    ? String(count)
    : `${thousands(Math.floor(count / 1_000))},${String(count % 1_000).padStart(3, '0')}`;

/** Derives the feature list from the limits, so that the two cannot disagree. */
function featuresOf(limits: PackageLimits, audio: string, extras: string[]): string[] {
  return [
    '24/7 music, chosen by people',
    'Unlimited listeners at the same time',
    `${thousands(limits.listening_hours)} listening hours a month`,
    `${limits.radio_ids} radio IDs with your name`,
    `${limits.jingles} jingles`,
    ...(limits.commercial_spots > 0 ? [`${limits.commercial_spots} commercial spots`] : []),
    ...(limits.commercial_spots > 0 ? ['Your own announcements'] : []),
    `New playlists every ${PLAYLIST_UPDATE_WEEKS} weeks`,
    audio,
    'As many locations as you like',
    ...extras,
  ];
}

const starterLimits: PackageLimits = {
  radio_ids: 3,
  jingles: 3,
  commercial_spots: 0,
  listening_hours: 20_000,
};
const professionalLimits: PackageLimits = {
  radio_ids: 6,
  jingles: 6,
  commercial_spots: 6,
  listening_hours: 20_000,
};
const enterpriseLimits: PackageLimits = {
  radio_ids: 8,
  jingles: 8,
  commercial_spots: 10,
  listening_hours: 150_000,
};

/** The catalogue, cheapest first (specification §9). */
export const PACKAGES: readonly Package[] = [
  {
    name: 'Starter',
    setup_fee: 299_00,
    monthly_fee: 149_00,
    currency: CURRENCY,
    description: 'A station of your own for one café, shop or studio.',
    features: featuresOf(starterLimits, 'MP3 at 128 Kbps', []),
    popular: false,
    limits: starterLimits,
  },
  {
    name: 'Professional',
    setup_fee: 349_00,
    monthly_fee: 299_00,
    currency: CURRENCY,
    description: 'Your station with your own spots and announcements, on a site of your own.',
    features: featuresOf(professionalLimits, 'MP3 at 128 Kbps', [EXTRAS.website]),
    popular: true,
    limits: professionalLimits,
  },
  {
    name: 'Enterprise',
    setup_fee: 599_00,
    monthly_fee: 699_00,
    currency: CURRENCY,
    description: 'For chains and brands: more hours, finer sound, apps in your name.',
    features: featuresOf(enterpriseLimits, 'MP3 up to 192 Kbps, AAC up to 64 Kbps', [
      EXTRAS.website,
      EXTRAS.apps,
    ]),
    popular: false,
    limits: enterpriseLimits,
  },
];

/** The package with this name. A station without a package gets the limits of the smallest. */
export function packageNamed(name: PackageName | null): Package {
  const wanted = name ?? PACKAGE_NAMES[0];
  const found = PACKAGES.find((candidate) => candidate.name === wanted);
  if (!found) throw new Error(`There is no package ${wanted}`);
  return found;
}

/** The first payment for a package, in cents, without VAT. */
export const firstPayment = (offer: Pick<Package, 'setup_fee' | 'monthly_fee'>): number =>
  offer.setup_fee + offer.monthly_fee;

/** A month of an order after the first one, in cents, with VAT. */
export const monthlyTotal = (order: { first_month: number; vat_rate: number }): number =>
  order.first_month + Math.round((order.first_month * order.vat_rate) / 100);

/**
 * The payments after the first one. The order summary, the payment page and the email use the same words.
 * @param monthly the price of a month, with its currency
 */
export function afterFirstPayment(
  monthly: string,
  order: { vat_rate: number; isTrial: boolean },
): string {
  const price = `${monthly} per month${order.vat_rate > 0 ? ' incl. VAT' : ', without VAT'}`;
  return order.isTrial
    ? `Nothing more after that, unless you continue. It is then ${price}.`
    : `Then ${price}, until you cancel.`;
}

/** Whether the package with this name includes an extra. */
export const includesExtra = (name: PackageName | null, extra: Extra): boolean =>
  packageNamed(name).features.includes(EXTRAS[extra]);

/** Whether pages of a station with this package carry our name: only those without a white label. */
export const isWhiteLabel = (name: PackageName | null): boolean =>
  name !== null && name !== PACKAGE_NAMES[0];

/** VAT in percent, and the countries, in lower case, where it always applies (specification §9). */
export const VAT_PERCENT = 20;
export const VAT_COUNTRIES: readonly string[] = [
  'uk',
  'england',
  'united kingdom',
  'britain',
  'great britain',
  // The other countries of the United Kingdom.
  'scotland',
  'wales',
  'northern ireland',
  // ISO 3166 codes.
  'gb',
  'gbr',
];
