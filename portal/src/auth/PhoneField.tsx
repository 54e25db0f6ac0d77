import type { ComponentProps } from 'react';
import { PhoneInput } from '../ui/PhoneInput.tsx';
import { useCountries } from '../ui/use-countries.ts';

/** A number to sign in with, beginning with the prefix that the visitor probably has. */
export function PhoneField(field: Omit<ComponentProps<typeof PhoneInput>, 'country'>) {
  const { likely } = useCountries();
  return <PhoneInput {...field} country={likely} />;
}
