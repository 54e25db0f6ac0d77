import { COMPANY } from '@stationhouse/platform-api/contract/site/brand';
import { LAUNCH_HOURS } from '@stationhouse/platform-api/contract/stations/values';
import {
  SESSION_IDLE_SECONDS,
  SESSION_LIFE_SECONDS,
} from '@stationhouse/platform-api/contract/accounts/values';
import { type Package, PACKAGES } from '@stationhouse/platform-api/contract/billing/prices';

// Figures from the contract, formatted for sentences. No page has numbers of its own.

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

/** The smallest number of monthly listening hours, with digit grouping. */
export const fewestListeningHours = count.format(fewestHours);

/** An example: the opening hours of a shop, and the number of such players that the smallest cap covers. */
export const SHOP_DAY_HOURS = 12;
export const SHOP_MONTH_HOURS = SHOP_DAY_HOURS * 30;
export const playersWithinFewestHours = Math.floor(fewestHours / SHOP_MONTH_HOURS);

/** The promised time to launch, in business days. */
export const LAUNCH_DAYS = LAUNCH_HOURS / 24;

/** Session lifetime, and the limit without use, in days. */
export const SESSION_LIFE_DAYS = SESSION_LIFE_SECONDS / DAY_SECONDS;
export const SESSION_IDLE_DAYS = SESSION_IDLE_SECONDS / DAY_SECONDS;

/** When the legal pages last changed. Update it with every change of their text. */
export const LEGAL_UPDATED = '26 November 2026';

/** Company name and postal address on one line. */
export const companyAndAddress = [COMPANY.company_name, ...COMPANY.postal_address].join(', ');
