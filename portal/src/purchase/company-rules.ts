import { CompanyDetails } from '@stationhouse/platform-api/contract/billing';
import type { z } from 'zod';
import { optionalWebsite } from '../api/form-rules.ts';

/** The API's own rules for who buys; what is optional and empty is not sent (specification §5). */
export const companyRules = CompanyDetails.extend({
  // An address typed without its 'https://' is understood here as it is at sign-up.
  website: optionalWebsite,
  vat_number: CompanyDetails.shape.vat_number.transform((typed) => typed || undefined),
});

/** What the form asks for, in the order in which it does. */
export const COMPANY_NAMES = [
  'name',
  'telephone',
  'address',
  'postal_code',
  'city',
  'country',
  'website',
  'vat_number',
] as const satisfies readonly (keyof CompanyDetails)[];

/** What the form holds while it is filled in. */
export type CompanyValues = Record<(typeof COMPANY_NAMES)[number], string> &
  z.input<typeof companyRules>;
