import { useRef } from 'react';
import { Answers } from '../ui/AlertSheet.tsx';
import { Button } from '../ui/Button.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { useApiForm } from '../ui/use-api-form.ts';
import { onField } from '../api/failures.ts';
import { CurrentPassword } from '../ui/CurrentPassword.tsx';
import type { Me } from '../api/queries.ts';
import { deletionRules } from './rules.ts';

interface DeletionFormProps {
  user: Pick<Me['user'], 'email' | 'phone'>;
  /** Whether the password was given a moment ago. */
  isProven: boolean;
  /** Deletes the account. Throws what the client throws. */
  send: (password: string) => Promise<unknown>;
}

/** Asks for the password, and for what nobody types by accident. */
export function DeletionForm({ user: { email, phone }, isProven, send }: DeletionFormProps) {
  const button = useRef<HTMLButtonElement>(null);
  const login = email ?? phone ?? '';
  const form = useApiForm({
    schema: deletionRules(login, isProven),
    defaultValues: { password: '', typed_login: '' },
    async send({ password }) {
      // The field goes once the password is believed, and would take the focus with it.
      button.current?.focus();
      await send(password).catch(onField({ last_admin: 'typed_login' }));
    },
    failureTitle: 'Failed to delete your account',
  });
  return (
    <Form form={form} className="mt-5">
      {isProven ? null : (
        <CurrentPassword form={form} name="password" label="Your password" login={login} />
      )}
      <FormField
        form={form}
        name="typed_login"
        label={email === null ? 'Your phone number' : 'Your e-mail address'}
        hint={<span className="wrap-anywhere">Type {login} to confirm.</span>}
        required
      >
        {(field) => (
          <TextInput
            {...field}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputMode={email === null ? 'tel' : 'email'}
          />
        )}
      </FormField>
      <Answers>
        <Button ref={button} type="submit" kind="danger" busy={form.isBusy} busyText="Deleting...">
          Delete My Account
        </Button>
      </Answers>
    </Form>
  );
}
