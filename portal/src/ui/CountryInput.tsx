import type { ComponentProps } from 'react';
import { Combobox } from './Combobox.tsx';

type CountryInputProps = Omit<ComponentProps<typeof Combobox>, 'autoComplete' | 'placeholder'> & {
  /** 'off': it is somebody else's. */
  autoComplete?: 'country-name' | 'off';
};

/** A country, found by typing a part of its name. */
export function CountryInput({ autoComplete = 'country-name', ...props }: CountryInputProps) {
  return <Combobox {...props} autoComplete={autoComplete} placeholder="Type to search" />;
}
