import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import { CountryInput } from '../../../ui/Combobox.tsx';
import { FormPart } from '../../../ui/Form.tsx';
import { PhoneInput } from '../../../ui/PhoneInput.tsx';
import { EmailInput, VatNumberInput, WebAddressInput } from '../../../ui/TextInput.tsx';
import { useCountries } from '../../../ui/use-countries.ts';
import { useIsAdmin } from '../../queries.ts';
import { EditField } from './EditField.tsx';
import type { CustomerForm } from './use-customer-form.ts';

const EMAIL_HINT =
  'This also changes the login: the customer is signed out everywhere, and both addresses get an email.';

function hintFor(isAdmin: boolean, isTeam: boolean): string {
  if (isTeam) return ERRORS.email_of_admin.detail;
  return isAdmin ? EMAIL_HINT : 'Only admins change the login of a customer.';
}

/** The fields of the customer and their company. */
export function ProfileFields({ edit }: { edit: CustomerForm }) {
  const country = edit.form.fields.watch('country');
  const { choices, likely, codeOf } = useCountries(country);
  const isAdmin = useIsAdmin();
  const isTeam = edit.customer.role !== 'user';
  return (
    <>
      <FormPart title="Personal">
        <EditField edit={edit} name="email" hint={hintFor(isAdmin, isTeam)}>
          {(field) => <EmailInput {...field} disabled={isTeam || !isAdmin} autoComplete="off" />}
        </EditField>
        <div className="grid gap-5 sm:grid-cols-2">
          <EditField edit={edit} name="first_name" />
          <EditField edit={edit} name="last_name" />
          <EditField edit={edit} name="country">
            {(field) => <CountryInput {...field} choices={choices} autoComplete="off" />}
          </EditField>
          <EditField edit={edit} name="phone_number">
            {(field) => (
              <PhoneInput {...field} country={codeOf(country) ?? likely} autoComplete="off" />
            )}
          </EditField>
        </div>
      </FormPart>
      <FormPart title="Company">
        <EditField edit={edit} name="company_name" />
        <EditField edit={edit} name="company_address" />
        <div className="grid grid-cols-[9rem_1fr] gap-x-3 gap-y-5">
          <EditField edit={edit} name="company_postal_code" />
          <EditField edit={edit} name="company_city" />
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          <EditField edit={edit} name="company_website">
            {(field) => <WebAddressInput {...field} autoComplete="off" />}
          </EditField>
          <EditField edit={edit} name="company_vat_number">
            {(field) => <VatNumberInput {...field} />}
          </EditField>
        </div>
      </FormPart>
    </>
  );
}
