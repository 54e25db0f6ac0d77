import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { meQuery } from '../../api/queries.ts';
import { type StepUp, useStepUp } from '../../api/use-step-up.ts';
import { CurrentPassword } from '../../ui/PasswordInput.tsx';
import type { ApiForm } from '../../ui/use-api-form.ts';

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
