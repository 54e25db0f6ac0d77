import { useQuery } from '@tanstack/react-query';
import { customerName } from './customer-name.ts';
import { customerQuery } from './queries.ts';

/** Whom a dialog is about, below its title; nothing until they are known. */
export function CustomerCaption({ user_id }: { user_id: string }) {
  const { data } = useQuery(customerQuery(user_id));
  if (!data) return null;
  const { profile } = data;
  return (
    <span className="wrap-anywhere">
      {[customerName(profile), profile.company_name].filter(Boolean).join(', ')}
    </span>
  );
}
