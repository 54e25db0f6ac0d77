import type { Customer } from '@stationhouse/sdk/client';

/** What a customer is called: by name, or by what they sign in with. */
export const customerName = ({
  first_name,
  last_name,
  email,
}: Pick<Customer, 'first_name' | 'last_name' | 'email'>): string =>
  `${first_name} ${last_name}`.trim() || (email ?? 'No name');
