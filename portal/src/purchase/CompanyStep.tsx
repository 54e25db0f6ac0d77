import { Button } from '../ui/Button.tsx';
import { CountryInput } from '../ui/CountryInput.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { PhoneInput } from '../ui/PhoneInput.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { WebAddressInput } from '../ui/WebAddressInput.tsx';
import { VatNumberInput } from '../ui/VatNumberInput.tsx';
import { useCountries } from '../ui/use-countries.ts';
import type { Company } from './use-company.ts';

interface CompanyStepProps {
  form: Company['form'];
  onBack: () => void;
}

/** Step 2: who buys, as it will stand on the invoices (specification §2, §5). */
export function CompanyStep({ form, onBack }: CompanyStepProps) {
  const country = form.fields.watch('country');
  const { choices, likely, codeOf } = useCountries(country);
  return (
    <Form form={form} className="max-w-xl">
      <FormField form={form} name="name" label="Company name" required>
        {(field) => <TextInput {...field} autoComplete="organization" />}
      </FormField>
      <FormField form={form} name="telephone" label="Telephone" required>
        {(field) => <PhoneInput {...field} country={codeOf(country) ?? likely} />}
      </FormField>
      <FormField form={form} name="address" label="Address" required>
        {(field) => <TextInput {...field} autoComplete="street-address" />}
      </FormField>
      <div className="grid grid-cols-[9rem_1fr] gap-x-3 gap-y-5">
        <FormField form={form} name="postal_code" label="Postal code" required>
          {(field) => <TextInput {...field} autoComplete="postal-code" />}
        </FormField>
        <FormField form={form} name="city" label="City" required>
          {(field) => <TextInput {...field} autoComplete="address-level2" />}
        </FormField>
      </div>
      <FormField form={form} name="country" label="Country" required>
        {(field) => <CountryInput {...field} choices={choices} />}
      </FormField>
      <FormField form={form} name="website" label={<Optional>Website</Optional>}>
        {(field) => <WebAddressInput {...field} />}
      </FormField>
      <FormField
        form={form}
        name="vat_number"
        label={<Optional>VAT number</Optional>}
        hint="With one, companies outside the United Kingdom pay no VAT."
      >
        {(field) => <VatNumberInput {...field} />}
      </FormField>
      <div className="mt-3 flex flex-col-reverse gap-3 sm:flex-row">
        <Button kind="secondary" size="large" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" size="large" busy={form.isBusy}>
          Continue to Summary
        </Button>
      </div>
    </Form>
  );
}

function Optional({ children }: { children: string }) {
  return (
    <>
      {children} <span className="font-normal text-muted">(optional)</span>
    </>
  );
}
