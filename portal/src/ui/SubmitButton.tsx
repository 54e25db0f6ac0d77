import type { ComponentProps } from 'react';
import { useHydrated } from './after-hydration.ts';
import { Button } from './Button.tsx';

/**
 * Sends the form. Before the page's script is here it sends nothing: the browser would by itself, with
 * everything that was typed in the address.
 */
export function SubmitButton(look: Omit<ComponentProps<typeof Button>, 'type'>) {
  return <Button {...look} type={useHydrated() ? 'submit' : 'button'} />;
}
