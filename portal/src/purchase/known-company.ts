import type { OpenPurchase, Profile } from '@stationhouse/sdk/client';
import type { CompanyValues } from './company-rules.ts';

/** What is known of the company before anything is typed: from the purchase under way, else the profile. */
export function knownCompany(profile: Profile, purchase: OpenPurchase | null): CompanyValues {
  if (purchase) return { website: '', vat_number: '', ...purchase.company_details };
  return {
    name: profile.company_name ?? '',
    telephone: profile.phone_number,
    address: profile.company_address ?? '',
    postal_code: profile.company_postal_code ?? '',
    city: profile.company_city ?? '',
    country: profile.country,
    website: profile.company_website ?? '',
    vat_number: profile.company_vat_number ?? '',
  };
}
