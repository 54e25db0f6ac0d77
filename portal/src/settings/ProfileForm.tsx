import {
  country,
  firstName,
  lastName,
  optionalLine,
  phoneNumber,
} from '@stationhouse/platform-api/contract/fields';
import type { Profile } from '@stationhouse/sdk/client';
import { useState } from 'react';
import { z } from 'zod';
import { openClient } from '../api/client.ts';
import { optionalWebsite } from '../api/form-rules.ts';
import { useSetMe } from '../api/queries.ts';
import { Button } from '../ui/Button.tsx';
import { CountryInput } from '../ui/Combobox.tsx';
import { CompanyFields, PROFILE_COMPANY } from '../ui/CompanyFields.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { PhoneInput } from '../ui/PhoneInput.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { toast } from '../ui/toast.ts';
import { useApiForm } from '../ui/use-api-form.ts';
import { useCountries } from '../ui/use-countries.ts';

interface UpdateProfileProps {
  profile: Profile;
  /** The number that the member signs in with. It is not changed here. */
  loginPhone: string | null;
}

/** The button and dialog to change the profile. */
export function UpdateProfile({ profile, loginPhone }: UpdateProfileProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title="Update profile"
      description="Your name, your contact details and your company. Your company details appear on your next order."
      wide
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button kind="secondary">Update profile</Button>}
    >
      <ProfileForm profile={profile} loginPhone={loginPhone} onSaved={() => setOpen(false)} />
    </Dialog>
  );
}

interface ProfileFormProps {
  profile: Profile;
  loginPhone: string | null;
  onSaved: () => void;
}

/** An empty line clears the column. */
const clearableLine = optionalLine.transform((typed) => typed || null);

const profileRules = z.object({
  first_name: firstName,
  last_name: lastName,
  phone_number: phoneNumber,
  country,
  company_name: clearableLine,
  company_address: clearableLine,
  company_city: clearableLine,
  company_postal_code: clearableLine,
  company_website: optionalWebsite.transform((address) => address ?? null),
  company_vat_number: clearableLine,
});

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

function ProfileForm({ profile, loginPhone, onSaved }: ProfileFormProps) {
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
      <fieldset className="flex min-w-0 flex-col gap-5 border-t border-line pt-5">
        <legend className="sr-only">Your company</legend>
        <CompanyFields form={form} names={PROFILE_COMPANY} />
      </fieldset>
      <Button type="submit" busy={form.isBusy} busyText="Saving..." className="sm:self-end">
        Save changes
      </Button>
    </Form>
  );
}
