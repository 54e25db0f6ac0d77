import { CompanyDetails } from '@stationhouse/platform-api/contract/billing/schemas';
import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import type { OpenPurchase, Profile } from '@stationhouse/sdk/client';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { createDraftStore } from '../api/drafts.ts';
import { optionalWebsite } from '../api/form-rules.ts';
import { useApiForm } from '../ui/use-api-form.ts';

/**
 * The form with the company details, and the confirmed details, which are the ones ordered. It lives as long
 * as the wizard, so that changing steps loses nothing.
 */
export function useCompany(
  profile: Profile,
  purchase: OpenPurchase | null,
  onConfirmed: () => void,
) {
  const userId = profile.user_id;
  const [known] = useState(() => purchaseDraft.read(userId) ?? knownCompany(profile, purchase));
  const [confirmed, setConfirmed] = useState<CompanyDetails | undefined>(
    () => companyRules.safeParse(known).data,
  );
  const form = useApiForm({
    schema: companyRules,
    defaultValues: known,
    async send(company) {
      setConfirmed(company);
      onConfirmed();
    },
  });
  const { subscribe, setValue, setError } = form.fields;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => purchaseDraft.keep(userId, { ...known, ...values }),
      }),
    [subscribe, userId, known],
  );

  return {
    form,
    confirmed,
    /** Marks the VAT number as invalid, before returning to step 2. */
    refuseVatNumber() {
      setError('vat_number', {
        type: 'vat_number_invalid',
        message: ERRORS.vat_number_invalid.detail,
      });
    },
    /** Continues without the optional VAT number. */
    leaveOutVatNumber() {
      setValue('vat_number', '');
      setConfirmed((company) => company && { ...company, vat_number: undefined });
    },
  };
}

export type Company = ReturnType<typeof useCompany>;

/** The API's rules; empty optional fields are not sent (specification §5). */
const companyRules = CompanyDetails.extend({
  // Accepts a website without 'https://', as sign-up does.
  website: optionalWebsite,
  vat_number: CompanyDetails.shape.vat_number.transform((typed) => typed || undefined),
  purchase_order: CompanyDetails.shape.purchase_order.transform((typed) => typed || undefined),
});

/** The fields of the form, in order. */
export const COMPANY_NAMES = [
  'name',
  'telephone',
  'address',
  'postal_code',
  'city',
  'country',
  'website',
  'vat_number',
  'purchase_order',
] as const satisfies readonly (keyof CompanyDetails)[];

/** The values of the form. */
export type CompanyValues = Record<(typeof COMPANY_NAMES)[number], string> &
  z.input<typeof companyRules>;

/** The initial values: from the unpaid purchase, or from the profile. */
function knownCompany(profile: Profile, purchase: OpenPurchase | null): CompanyValues {
  if (purchase) {
    return { website: '', vat_number: '', purchase_order: '', ...purchase.company_details };
  }
  return {
    name: profile.company_name ?? '',
    telephone: profile.phone_number,
    address: profile.company_address ?? '',
    postal_code: profile.company_postal_code ?? '',
    city: profile.company_city ?? '',
    country: profile.country,
    website: profile.company_website ?? '',
    vat_number: profile.company_vat_number ?? '',
    purchase_order: '',
  };
}

/** The draft of the form. It lasts as long as the tab. */
export const purchaseDraft = createDraftStore<CompanyValues>(
  'purchase',
  z.record(z.enum(COMPANY_NAMES), z.string()),
);
