import {
  LAUNCH_HOURS,
  PACKAGES,
  SESSION_IDLE_SECONDS,
  SESSION_LIFE_SECONDS,
  type Package,
} from '@stationhouse/platform-api/contract/limits';

// The contract's figures as sentences need them, so that no page states a number of its own.

const DAY_SECONDS = 24 * 60 * 60;
const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const count = new Intl.NumberFormat('en-GB');

/** '3 on Starter, 6 on Professional and 8 on Enterprise', for any figure of a package. */
export function perPackage(figureOf: (each: Package) => number): string {
  return list.format(PACKAGES.map((each) => `${count.format(figureOf(each))} on ${each.name}`));
}

/** '6 on Professional and 10 on Enterprise'. */
export const spotCounts = list.format(
  PACKAGES.filter((each) => each.limits.commercial_spots > 0).map(
    (each) => `${each.limits.commercial_spots} on ${each.name}`,
  ),
);

function packagesWhere(holds: (each: Package) => boolean): string {
  return list.format(PACKAGES.filter(holds).map((each) => each.name));
}

/** The packages with commercial spots and announcements, and those without (specification §6). */
export const packagesWithSpots = packagesWhere((each) => each.limits.commercial_spots > 0);
export const packagesWithoutSpots = packagesWhere((each) => each.limits.commercial_spots === 0);

const fewestHours = Math.min(...PACKAGES.map((each) => each.limits.listening_hours));

/** The smallest monthly cap on listening hours, in words of its own size. */
export const fewestListeningHours = count.format(fewestHours);

/** One player that is on for so many hours a day, and how many of those the smallest cap covers. */
export const SHOP_DAY_HOURS = 12;
export const SHOP_MONTH_HOURS = SHOP_DAY_HOURS * 30;
export const playersWithinFewestHours = Math.floor(fewestHours / SHOP_MONTH_HOURS);

/** The promise to launch, in business days. */
export const LAUNCH_DAYS = LAUNCH_HOURS / 24;

/** How long somebody stays signed in: at all, and without coming back. */
export const SESSION_LIFE_DAYS = SESSION_LIFE_SECONDS / DAY_SECONDS;
export const SESSION_IDLE_DAYS = SESSION_IDLE_SECONDS / DAY_SECONDS;
