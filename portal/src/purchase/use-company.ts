import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import type { CompanyDetails, OpenPurchase, Profile } from '@stationhouse/sdk/client';
import { useEffect, useState } from 'react';
import { useApiForm } from '../ui/use-api-form.ts';
import { companyRules } from './company-rules.ts';
import { knownCompany } from './known-company.ts';
import { purchaseDraft } from './purchase-draft.ts';

/**
 * Who buys: the form, which lives as long as the wizard, so that no step loses what was typed in another;
 * and what was confirmed of it, which is what is ordered.
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
    /** Marks the VAT number as wrong, for the step on which it can be corrected. */
    refuseVatNumber() {
      setError('vat_number', {
        type: 'vat_number_invalid',
        message: ERRORS.vat_number_invalid.detail,
      });
    },
    /** The VAT number is optional: the order goes on without it. */
    leaveOutVatNumber() {
      setValue('vat_number', '');
      setConfirmed((company) => company && { ...company, vat_number: undefined });
    },
  };
}

export type Company = ReturnType<typeof useCompany>;
