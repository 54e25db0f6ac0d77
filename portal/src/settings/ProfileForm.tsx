import type { Profile } from '@stationhouse/sdk/client';
import { openClient } from '../api/client.ts';
import { useCountries } from '../ui/use-countries.ts';
import { Button } from '../ui/Button.tsx';
import { CountryInput } from '../ui/CountryInput.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { PhoneInput } from '../ui/PhoneInput.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { toast } from '../ui/toast.ts';
import { useApiForm } from '../ui/use-api-form.ts';
import { CompanyFields } from './CompanyFields.tsx';
import { useSetMe } from '../api/queries.ts';
import { profileRules } from './rules.ts';

interface ProfileFormProps {
  profile: Profile;
  loginPhone: string | null;
  onSaved: () => void;
}

function useProfileForm(profile: Profile, onSaved: () => void) {
  const setMe = useSetMe();
  return useApiForm({
    schema: profileRules,
    defaultValues: {
      first_name: profile.first_name,
      last_name: profile.last_name,
      phone_number: profile.phone_number,
      country: profile.country,
      company_name: profile.company_name ?? '',
      company_address: profile.company_address ?? '',
      company_city: profile.company_city ?? '',
      company_postal_code: profile.company_postal_code ?? '',
      company_website: profile.company_website ?? '',
      company_vat_number: profile.company_vat_number ?? '',
    },
    async send(values) {
      const { me } = await openClient();
      await setMe({ profile: await me.profile.change(values) });
      toast({ title: 'Profile updated', kind: 'good' });
      onSaved();
    },
    failureTitle: 'Failed to update profile',
  });
}

export type ProfileFormState = ReturnType<typeof useProfileForm>;

/** The fields of a profile that a member may change, as they are now. */
export function ProfileForm({ profile, loginPhone, onSaved }: ProfileFormProps) {
  const form = useProfileForm(profile, onSaved);
  const country = form.fields.watch('country');
  const { choices, likely, codeOf } = useCountries(country);
  return (
    <Form form={form}>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField form={form} name="first_name" label="First name" required>
          {(field) => <TextInput {...field} autoComplete="given-name" />}
        </FormField>
        <FormField form={form} name="last_name" label="Last name" required>
          {(field) => <TextInput {...field} autoComplete="family-name" />}
        </FormField>
        <FormField form={form} name="country" label="Country" required>
          {(field) => <CountryInput {...field} choices={choices} />}
        </FormField>
        <FormField
          form={form}
          name="phone_number"
          label="Phone number"
          hint={loginPhone === null ? undefined : `You still sign in with ${loginPhone}.`}
        >
          {(field) => <PhoneInput {...field} country={codeOf(country) ?? likely} />}
        </FormField>
      </div>
      <CompanyFields form={form} />
      <Button type="submit" busy={form.isBusy} busyText="Saving..." className="sm:self-end">
        Save Changes
      </Button>
    </Form>
  );
}
