import { useQuery } from '@tanstack/react-query';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { meQuery } from '../../api/queries.ts';
import { CurrentPassword } from '../../ui/PasswordInput.tsx';
import type { ApiForm } from '../../ui/use-api-form.ts';
import { useDeskStepUp } from './DeskStepUp.tsx';

interface AdminsPasswordProps<Values extends FieldValues, Sent> {
  form: ApiForm<Values, Sent>;
  name: FieldPath<Values>;
}

/** The admin's own password once more, unless it was given a moment ago. */
export function AdminsPassword<Values extends FieldValues, Sent>({
  form,
  name,
}: AdminsPasswordProps<Values, Sent>) {
  const { data: me } = useQuery(meQuery);
  const { isProven } = useDeskStepUp();
  if (isProven) return null;
  const login = me?.user.email ?? me?.user.phone ?? '';
  return <CurrentPassword form={form} name={name} label="Your own password" login={login} />;
}
