import type { ComponentProps } from 'react';
import { useHydrated } from '../ui/after-hydration.ts';
import { Button } from '../ui/Button.tsx';

/**
 * Sends the form. Before the page's script is here it sends nothing: the browser would by itself, with
 * the password in the address.
 */
export function SubmitButton(look: Omit<ComponentProps<typeof Button>, 'type'>) {
  return <Button {...look} type={useHydrated() ? 'submit' : 'button'} />;
}
