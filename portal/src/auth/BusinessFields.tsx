import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import type { z } from 'zod';
import { FormField } from '../ui/Form.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { WebAddressInput } from '../ui/WebAddressInput.tsx';
import { VatNumberInput } from '../ui/VatNumberInput.tsx';
import type { ApiForm } from '../ui/use-api-form.ts';
import type { signUpRules } from './rules.ts';

export const BUSINESS_NAMES = [
  'company_name',
  'company_address',
  'company_city',
  'company_postal_code',
  'company_website',
  'company_vat_number',
] as const;

interface BusinessFieldsProps {
  form: ApiForm<z.input<typeof signUpRules>, z.output<typeof signUpRules>>;
}

/** What may wait until a package is bought. Closed, unless something in it was written or is wrong. */
export function BusinessFields({ form }: BusinessFieldsProps) {
  const { errors } = useFormState({ control: form.control, name: BUSINESS_NAMES });
  const [isOpened, setOpened] = useState(() =>
    form.fields.getValues([...BUSINESS_NAMES]).some((value) => value),
  );
  const isWrong = BUSINESS_NAMES.some((name) => errors[name] !== undefined);
  return (
    <details
      open={isOpened || isWrong}
      // The browser opens and closes it; this only learns of it.
      onToggle={(event) => setOpened(event.currentTarget.open)}
      className="group border-y border-line"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-4 rounded-small py-4 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span className="block font-heading text-title font-bold">Your business</span>
          <span className="block text-small text-muted">
            Optional now, needed on your invoices later.
          </span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 flex-none text-muted transition-transform duration-(--calm) group-open:rotate-180"
        />
      </summary>
      <div className="flex flex-col gap-5 pt-2 pb-7">
        <FormField form={form} name="company_name" label="Company name">
          {(field) => <TextInput {...field} autoComplete="organization" />}
        </FormField>
        <FormField form={form} name="company_address" label="Address">
          {(field) => <TextInput {...field} autoComplete="street-address" />}
        </FormField>
        <div className="grid grid-cols-[1fr_9rem] gap-x-3 gap-y-5">
          <FormField form={form} name="company_city" label="City">
            {(field) => <TextInput {...field} autoComplete="address-level2" />}
          </FormField>
          <FormField form={form} name="company_postal_code" label="Postal code">
            {(field) => <TextInput {...field} autoComplete="postal-code" />}
          </FormField>
        </div>
        <FormField form={form} name="company_website" label="Website">
          {(field) => <WebAddressInput {...field} />}
        </FormField>
        <FormField form={form} name="company_vat_number" label="VAT number">
          {(field) => <VatNumberInput {...field} />}
        </FormField>
      </div>
    </details>
  );
}
