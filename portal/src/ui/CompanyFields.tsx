import type { ReactNode } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { FormField } from './Form.tsx';
import { TextInput, VatNumberInput, WebAddressInput } from './TextInput.tsx';
import type { ApiForm } from './use-api-form.ts';

type CompanyField = 'name' | 'address' | 'postal_code' | 'city' | 'website' | 'vat_number';

/** The field names of a profile, for sign-up and settings. */
export const PROFILE_COMPANY = {
  name: 'company_name',
  address: 'company_address',
  postal_code: 'company_postal_code',
  city: 'company_city',
  website: 'company_website',
  vat_number: 'company_vat_number',
} as const satisfies Record<CompanyField, string>;

interface CompanyFieldsProps<Values extends FieldValues, Sent> {
  form: ApiForm<Values, Sent>;
  /** The form's name for each field. */
  names: Readonly<Record<CompanyField, FieldPath<Values>>>;
  /** The name and the address must be given, as in an order. */
  required?: boolean;
  vatHint?: ReactNode;
  afterName?: ReactNode;
  afterCity?: ReactNode;
}

/** The fields of a company. */
export function CompanyFields<Values extends FieldValues, Sent>({
  form,
  names,
  required = false,
  vatHint,
  afterName,
  afterCity,
}: CompanyFieldsProps<Values, Sent>) {
  const optional = (label: string) =>
    required ? (
      <>
        {label} <span className="font-normal text-muted">(optional)</span>
      </>
    ) : (
      label
    );
  return (
    <>
      <FormField form={form} name={names.name} label="Company name" required={required}>
        {(field) => <TextInput {...field} autoComplete="organization" />}
      </FormField>
      {afterName}
      <FormField form={form} name={names.address} label="Address" required={required}>
        {(field) => <TextInput {...field} autoComplete="street-address" />}
      </FormField>
      <div className="grid grid-cols-[9rem_1fr] gap-x-3 gap-y-5">
        <FormField form={form} name={names.postal_code} label="Postal code" required={required}>
          {(field) => <TextInput {...field} autoComplete="postal-code" />}
        </FormField>
        <FormField form={form} name={names.city} label="City" required={required}>
          {(field) => <TextInput {...field} autoComplete="address-level2" />}
        </FormField>
      </div>
      {afterCity}
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField form={form} name={names.website} label={optional('Website')}>
          {(field) => <WebAddressInput {...field} />}
        </FormField>
        <FormField
          form={form}
          name={names.vat_number}
          label={optional('VAT number')}
          hint={vatHint}
        >
          {(field) => <VatNumberInput {...field} />}
        </FormField>
      </div>
    </>
  );
}
