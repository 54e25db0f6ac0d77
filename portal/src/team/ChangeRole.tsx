import type { Location, TeamMember } from '@stationhouse/sdk/client';
import { useState } from 'react';
import { openClient } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { Select } from '../ui/Select.tsx';
import { toast } from '../ui/toast.ts';
import { useApiForm } from '../ui/use-api-form.ts';
import { LocationChoice } from './LocationChoice.tsx';
import { useRefreshTeam } from './queries.ts';
import { forRole, roleRules } from './role-form.ts';
import { ROLE_CHOICES, ROLES } from './role-words.ts';

interface ChangeRoleProps {
  member: TeamMember;
  name: string;
  locations: readonly Location[];
}

/** Changes the role of a team member, and the locations of staff. */
export function ChangeRole(props: ChangeRoleProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title={`Role of ${props.name}`}
      description="It counts at once, also where they are signed in now."
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button kind="secondary" size="small">
          Change<span className="sr-only"> the role of {props.name}</span>
        </Button>
      }
    >
      <RoleForm {...props} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

function RoleForm({ member, name, locations, onDone }: ChangeRoleProps & { onDone: () => void }) {
  const refresh = useRefreshTeam();
  const isKnown = (id: string) => locations.some((one) => one.id === id);
  const form = useApiForm({
    schema: roleRules,
    defaultValues: {
      role: member.role,
      // A location that was removed since can't be chosen again.
      location_ids: member.location_ids?.filter(isKnown) ?? null,
    },
    async send(values) {
      const { role, location_ids } = forRole(values);
      await (await openClient()).me.team.change(member.id, { role, location_ids });
      toast({ title: 'Role changed', description: `${name}: ${ROLES[role].name}`, kind: 'good' });
      await refresh();
      onDone();
    },
    failureTitle: 'The role was not changed',
  });
  const [role, location_ids] = form.fields.watch(['role', 'location_ids']);
  return (
    <Form form={form}>
      <FormField form={form} name="role" label="Role" hint={ROLES[role].may} required>
        {(field) => <Select {...field} choices={ROLE_CHOICES} />}
      </FormField>
      {role === 'staff' ? (
        <LocationChoice
          locations={locations}
          value={location_ids}
          onChange={(chosen) => form.fields.setValue('location_ids', chosen)}
          error={form.fields.formState.errors.location_ids?.message}
        />
      ) : null}
      <Button type="submit" busy={form.isBusy} busyText="Saving..." className="self-start">
        Save
      </Button>
    </Form>
  );
}
