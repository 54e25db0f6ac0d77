import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import { CountryInput } from '../../ui/Combobox.tsx';
import { FormPart } from '../../ui/Form.tsx';
import { PhoneInput } from '../../ui/PhoneInput.tsx';
import { EmailInput, VatNumberInput, WebAddressInput } from '../../ui/TextInput.tsx';
import { useCountries } from '../../ui/use-countries.ts';
import { DeskField } from './DeskField.tsx';
import type { CustomerForm } from './use-customer-form.ts';

/** What follows from another e-mail address. */
const ANOTHER_LOGIN =
  'Login and profile change together: the customer is signed out everywhere, and both addresses are told.';

/** The person and the company, as the desk may change them. */
export function ProfileFields({ desk }: { desk: CustomerForm }) {
  const country = desk.form.fields.watch('country');
  const { choices, likely, codeOf } = useCountries(country);
  const isAdmin = desk.customer.role === 'admin';
  return (
    <>
      <FormPart title="Personal">
        <DeskField
          desk={desk}
          name="email"
          hint={isAdmin ? ERRORS.email_of_admin.detail : ANOTHER_LOGIN}
        >
          {(field) => <EmailInput {...field} disabled={isAdmin} autoComplete="off" />}
        </DeskField>
        <div className="grid gap-5 sm:grid-cols-2">
          <DeskField desk={desk} name="first_name" />
          <DeskField desk={desk} name="last_name" />
          <DeskField desk={desk} name="country">
            {(field) => <CountryInput {...field} choices={choices} autoComplete="off" />}
          </DeskField>
          <DeskField desk={desk} name="phone_number">
            {(field) => (
              <PhoneInput {...field} country={codeOf(country) ?? likely} autoComplete="off" />
            )}
          </DeskField>
        </div>
      </FormPart>
      <FormPart title="Company">
        <DeskField desk={desk} name="company_name" />
        <DeskField desk={desk} name="company_address" />
        <div className="grid grid-cols-[9rem_1fr] gap-x-3 gap-y-5">
          <DeskField desk={desk} name="company_postal_code" />
          <DeskField desk={desk} name="company_city" />
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          <DeskField desk={desk} name="company_website">
            {(field) => <WebAddressInput {...field} autoComplete="off" />}
          </DeskField>
          <DeskField desk={desk} name="company_vat_number">
            {(field) => <VatNumberInput {...field} />}
          </DeskField>
        </div>
      </FormPart>
    </>
  );
}
