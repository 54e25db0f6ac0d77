import { email } from '@stationhouse/platform-api/contract/fields';
import type { Location } from '@stationhouse/sdk/client';
import type { z } from 'zod';
import { openClient } from '../api/client.ts';
import { onField } from '../api/failures.ts';
import { Button } from '../ui/Button.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { Select } from '../ui/Select.tsx';
import { EmailInput } from '../ui/TextInput.tsx';
import { toast } from '../ui/toast.ts';
import { useApiForm } from '../ui/use-api-form.ts';
import { LocationChoice } from './LocationChoice.tsx';
import { useRefreshTeam } from './queries.ts';
import { forRole, roleRules } from './role-form.ts';
import { ROLE_CHOICES, ROLES } from './role-words.ts';

const rules = roleRules.extend({ email });

const EMPTY: z.input<typeof rules> = { email: '', role: 'staff', location_ids: null };

/** Refusals that belong to the address. */
const OF_EMAIL = { own_invitation: 'email', already_in_team: 'email' };

/** Invites a person by email. */
export function InviteForm({ locations }: { locations: readonly Location[] }) {
  const refresh = useRefreshTeam();
  const form = useApiForm({
    schema: rules,
    defaultValues: EMPTY,
    async send(invitation) {
      const { me } = await openClient();
      await me.team.invite(forRole(invitation)).catch(onField(OF_EMAIL));
      form.fields.reset();
      toast({ title: 'Invitation sent', description: invitation.email, kind: 'good' });
      await refresh();
    },
    failureTitle: 'The invitation was not sent',
  });
  const [role, location_ids] = form.fields.watch(['role', 'location_ids']);
  return (
    <Form form={form}>
      <div className="grid gap-5 sm:grid-cols-[1fr_12rem]">
        <FormField form={form} name="email" label="Email" required>
          {(field) => <EmailInput {...field} autoComplete="off" />}
        </FormField>
        <FormField form={form} name="role" label="Role" hint={ROLES[role].may} required>
          {(field) => <Select {...field} choices={ROLE_CHOICES} />}
        </FormField>
      </div>
      {role === 'staff' ? (
        <LocationChoice
          locations={locations}
          value={location_ids}
          onChange={(chosen) => form.fields.setValue('location_ids', chosen)}
          error={form.fields.formState.errors.location_ids?.message}
        />
      ) : null}
      <Button type="submit" busy={form.isBusy} busyText="Sending..." className="self-start">
        Send invitation
      </Button>
    </Form>
  );
}
