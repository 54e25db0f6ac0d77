import { FormField } from '../ui/Form.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { WebAddressInput } from '../ui/WebAddressInput.tsx';
import { VatNumberInput } from '../ui/VatNumberInput.tsx';
import type { ProfileFormState } from './ProfileForm.tsx';

/** What we know of the member's company; each line may be left empty. */
export function CompanyFields({ form }: { form: ProfileFormState }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-5 border-t border-line pt-5">
      <legend className="sr-only">Your company</legend>
      <FormField form={form} name="company_name" label="Company name">
        {(field) => <TextInput {...field} autoComplete="organization" />}
      </FormField>
      <FormField form={form} name="company_address" label="Address">
        {(field) => <TextInput {...field} autoComplete="street-address" />}
      </FormField>
      <div className="grid grid-cols-[9rem_1fr] gap-x-3 gap-y-5">
        <FormField form={form} name="company_postal_code" label="Postal code">
          {(field) => <TextInput {...field} autoComplete="postal-code" />}
        </FormField>
        <FormField form={form} name="company_city" label="City">
          {(field) => <TextInput {...field} autoComplete="address-level2" />}
        </FormField>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField form={form} name="company_website" label="Website">
          {(field) => <WebAddressInput {...field} />}
        </FormField>
        <FormField form={form} name="company_vat_number" label="VAT number">
          {(field) => <VatNumberInput {...field} />}
        </FormField>
      </div>
    </fieldset>
  );
}
