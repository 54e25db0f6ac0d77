import type { ComponentProps } from 'react';
import { Combobox } from './Combobox.tsx';

/** A country, found by typing a part of its name. */
export function CountryInput(
  props: Omit<ComponentProps<typeof Combobox>, 'autoComplete' | 'placeholder'>,
) {
  return <Combobox {...props} autoComplete="country-name" placeholder="Type to search" />;
}
