import type { UserRole } from '@stationhouse/platform-api/contract/limits';
import type { CustomerDetails } from '@stationhouse/sdk/client';
import { useRef } from 'react';
import { z } from 'zod';
import { passwordAgain } from '../../api/form-rules.ts';
import { Answers } from '../../ui/AlertDialog.tsx';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { AdminsPassword } from './AdminsPassword.tsx';
import { useDeskStepUp } from './DeskStepUp.tsx';

interface ChangeRoleFormProps {
  customer: CustomerDetails;
  /** Gives them the other role. Throws what the client throws. */
  send: (password: string, role: UserRole) => Promise<unknown>;
}

/** The admin's own password, and the button that gives somebody the other role. */
export function ChangeRoleForm({ customer, send }: ChangeRoleFormProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { isProven } = useDeskStepUp();
  const isRemoval = customer.role === 'admin';
  const form = useApiForm({
    schema: z.object({ password: passwordAgain(isProven) }),
    defaultValues: { password: '' },
    async send({ password }) {
      // The field goes once the password is believed, and would take the focus with it.
      button.current?.focus();
      await send(password, isRemoval ? 'user' : 'admin');
    },
    failureTitle: 'Failed to update user data.',
  });
  return (
    <Form form={form} className="mt-5">
      <AdminsPassword form={form} name="password" />
      <Answers>
        <Button
          ref={button}
          type="submit"
          kind={isRemoval ? 'danger' : 'primary'}
          busy={form.isBusy}
          busyText="Saving..."
        >
          {isRemoval ? 'Remove Admin' : 'Make Admin'}
        </Button>
      </Answers>
    </Form>
  );
}
