import { OWN_DOMAIN_PACKAGES } from '@stationhouse/platform-api/contract/domains/values';
import type { Package } from '@stationhouse/sdk/client';
import type { PackageContents } from '../../ui/PackageCards.tsx';
import { SHOP_DAY_HOURS, SHOP_MONTH_HOURS } from './figures.ts';

/** The meaning of a feature in the words of a shop, by the words of the price list. */
const MEANINGS: readonly [RegExp, string | ((offer: Package) => string)][] = [
  [
    /listening hours/,
    ({ limits }) =>
      `Enough for ${Math.floor(limits.listening_hours / SHOP_MONTH_HOURS)} players, ${SHOP_DAY_HOURS} hours a day`,
  ],
  [/radio IDs/, 'Short lines that a voice speaks between the songs'],
  [/jingles/, 'Your name as a short piece of music'],
  [/commercial spots/, 'Your own offers, in breaks that you set'],
  [/announcements/, 'Today’s special, or the class at six'],
  [/New playlists/, 'Before your team knows the order by heart'],
  [/^MP3 at/, 'Clear sound on any speaker'],
  [/^MP3 up to/, 'Finer sound, and less data on phones'],
  [/locations/, 'One price for all of them'],
  [/website/, 'A site for your station without our name on it'],
  [/apps/, 'Your station in the app stores, under your name'],
];

function withMeaning(name: string, offer: Package, before: Package | undefined) {
  const [words, found] = MEANINGS.find(([words]) => words.test(name)) ?? [];
  const count = words && before?.features.find((each) => words.test(each))?.match(/^\d+ /)?.[0];
  // The smaller package has explained it.
  if (count) return { name, meaning: `Instead of ${count.trim()}` };
  const meaning = typeof found === 'function' ? found(offer) : found;
  return meaning === undefined ? { name } : { name, meaning };
}

const OWN_DOMAIN = {
  name: 'Your own domain',
  meaning: 'Your station at radio.your-business.com',
};

const hasDomain = (offer: Package | undefined): boolean =>
  OWN_DOMAIN_PACKAGES.some((name) => name === offer?.name);

/** The features that a package adds to the smaller one before it; all of them for the smallest. */
export function contentsOf(offer: Package, before: Package | undefined): PackageContents {
  const own = offer.features.filter((name) => !before?.features.includes(name));
  const features = own.map((name) => withMeaning(name, offer, before));
  if (hasDomain(offer) && !hasDomain(before)) features.push(OWN_DOMAIN);
  return { heading: before ? `${offer.name} adds` : 'Everyone gets', features };
}
