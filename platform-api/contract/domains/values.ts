import { type PackageName } from '../billing/prices.ts';

/** The packages with a domain of their own. */
export const OWN_DOMAIN_PACKAGES: readonly PackageName[] = ['Professional', 'Enterprise'];
/** Minutes between two checks of a domain that works. */
export const DOMAIN_CHECK_MINUTES = 10;
/** Days that a domain is served after its records were lost. */
export const DOMAIN_GRACE_DAYS = 7;
