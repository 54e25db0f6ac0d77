import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import type { Client } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { z } from 'zod';
import { openClient } from '../../../api/client.ts';
import { passwordAgain } from '../../../api/form-rules.ts';
import { meQuery } from '../../../api/queries.ts';
import { type StepUp, useStepUp } from '../../../api/use-step-up.ts';
import { AlertSheet, Answers } from '../../../ui/AlertDialog.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Form } from '../../../ui/Form.tsx';
import { CurrentPassword } from '../../../ui/PasswordInput.tsx';
import { type ApiForm, useApiForm } from '../../../ui/use-api-form.ts';

const Proof = createContext<StepUp | undefined>(undefined);

/** Shares one step-up proof between the dialogs: a password given in one counts in the others. */
export function AdminStepUp({ children }: { children: ReactNode }) {
  return <Proof value={useStepUp()}>{children}</Proof>;
}

/** The shared step-up proof. @throws Error outside of `AdminStepUp` */
export function useAdminStepUp(): StepUp {
  const stepUp = use(Proof);
  if (stepUp === undefined) throw new Error('useAdminStepUp needs AdminStepUp around it.');
  return stepUp;
}

type Act<Result> = (client: Client, token: string) => Promise<Result>;

/** Runs actions that need step-up, after asking for the admin's password if there is no proof. */
export function useStepUpQuestion() {
  const { isProven, prove } = useAdminStepUp();
  const [answer, setAnswer] = useState<(token?: string) => void>();
  const close = (token?: string) => {
    setAnswer(undefined);
    answer?.(token);
  };
  return {
    /**
     * @returns undefined when the admin has cancelled
     * @throws RequestFailed what `act` throws
     */
    async withStepUp<Result>(act: Act<Result>): Promise<Result | undefined> {
      if (isProven) return prove('', act);
      const token = await new Promise<string | undefined>((resolve) => setAnswer(() => resolve));
      return token === undefined ? undefined : act(await openClient(), token);
    },
    /** Render it inside the dialog that asks, so that the dialog stays open below it. */
    question: (
      <AlertSheet
        title={ERRORS.step_up_required.title}
        description={ERRORS.step_up_required.detail}
        open={answer !== undefined}
        onOpenChange={() => close()}
      >
        {answer === undefined ? null : <PasswordForm onProven={close} />}
      </AlertSheet>
    ),
  };
}

function PasswordForm({ onProven }: { onProven: (token: string) => void }) {
  const { prove } = useAdminStepUp();
  const form = useApiForm({
    schema: z.object({ password: passwordAgain(false) }),
    defaultValues: { password: '' },
    send: async ({ password }) => onProven(await prove(password, async (_, token) => token)),
  });
  return (
    <Form form={form} className="mt-5">
      <AdminsPassword form={form} name="password" />
      <Answers>
        <Button type="submit" busy={form.isBusy} busyText="Checking...">
          Continue
        </Button>
      </Answers>
    </Form>
  );
}

interface AdminsPasswordProps<Values extends FieldValues, Sent> {
  form: ApiForm<Values, Sent>;
  name: FieldPath<Values>;
}

/** Asks for the admin's own password, unless there is a step-up proof. */
export function AdminsPassword<Values extends FieldValues, Sent>({
  form,
  name,
}: AdminsPasswordProps<Values, Sent>) {
  const { data: me } = useQuery(meQuery);
  const { isProven } = useAdminStepUp();
  if (isProven) return null;
  const login = me?.user.email ?? me?.user.phone ?? '';
  return <CurrentPassword form={form} name={name} label="Your own password" login={login} />;
}
