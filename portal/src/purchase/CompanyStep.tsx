import type { PackageName } from '@stationhouse/platform-api/contract/billing/prices';
import { vatSaving } from '@stationhouse/platform-api/contract/billing/pricing';
import { Button } from '../ui/Button.tsx';
import { ChosenPackage } from '../ui/ChosenPackage.tsx';
import { CountryInput } from '../ui/Combobox.tsx';
import { CompanyFields } from '../ui/CompanyFields.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { formatMoney } from '../ui/Money.tsx';
import { PhoneInput } from '../ui/PhoneInput.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { useCountries } from '../ui/use-countries.ts';
import type { Company } from './use-company.ts';

const ORDER_COMPANY = {
  name: 'name',
  address: 'address',
  postal_code: 'postal_code',
  city: 'city',
  website: 'website',
  vat_number: 'vat_number',
} as const;

interface CompanyStepProps {
  packageName: PackageName | undefined;
  isTrial: boolean;
  /** The address of the step before. */
  changeAt: string;
  form: Company['form'];
  onBack: () => void;
}

/** Step 2: the company details for the invoices (specification §2, §5). */
export function CompanyStep({ packageName, isTrial, changeAt, form, onBack }: CompanyStepProps) {
  const country = form.fields.watch('country');
  const { choices, likely, codeOf } = useCountries(country);
  return (
    <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,36rem)_minmax(0,24rem)]">
      {packageName === undefined ? null : (
        <ChosenPackage
          name={packageName}
          isTrial={isTrial}
          changeAt={changeAt}
          className="self-start lg:sticky lg:top-24 lg:order-last"
        />
      )}
      <Form form={form} className="min-w-0">
        <CompanyFields
          form={form}
          names={ORDER_COMPANY}
          required
          vatHint={vatHintFor(packageName, country)}
          afterName={
            <FormField form={form} name="telephone" label="Telephone" required>
              {(field) => <PhoneInput {...field} country={codeOf(country) ?? likely} />}
            </FormField>
          }
          afterCity={
            <FormField form={form} name="country" label="Country" required>
              {(field) => <CountryInput {...field} choices={choices} />}
            </FormField>
          }
        />
        <FormField
          form={form}
          name="purchase_order"
          label={
            <>
              Purchase order <span className="font-normal text-muted">(optional)</span>
            </>
          }
          hint="Your number for this order, printed on our invoices."
        >
          {(field) => <TextInput {...field} autoComplete="off" />}
        </FormField>
        <div className="mt-3 flex flex-col-reverse gap-3 sm:flex-row">
          <Button kind="secondary" size="large" onClick={onBack}>
            Back
          </Button>
          <Button type="submit" size="large" busy={form.isBusy}>
            Continue to summary
          </Button>
        </div>
      </Form>
    </div>
  );
}

/** The rule about VAT numbers, and the amount once package and country are known. */
function vatHintFor(packageName: PackageName | undefined, country: string): string {
  const rule = 'Companies outside the UK with a valid VAT number pay no VAT.';
  const saving = packageName && country !== '' ? vatSaving({ packageName, country }) : null;
  if (!saving) return rule;
  return `${rule} Yours saves ${formatMoney(saving.cents, saving.currency)} on the first payment.`;
}
