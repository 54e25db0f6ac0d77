import { PACKAGE_NAMES, type PackageName } from '../billing/prices.ts';

/** The renditions of each package's streams (specification §9). */
export const PACKAGE_RENDITIONS = {
  Starter: ['mp3_128'],
  Professional: ['mp3_128'],
  Enterprise: ['mp3_128', 'mp3_192', 'aac_64'],
} as const satisfies Record<PackageName, readonly string[]>;

/** The packages whose stations are heard in AAC, too. */
export const PACKAGES_WITH_AAC = PACKAGE_NAMES.filter((name) =>
  (PACKAGE_RENDITIONS[name] as readonly string[]).includes('aac_64'),
);
