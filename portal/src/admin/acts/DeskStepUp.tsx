import { createContext, use, type ReactNode } from 'react';
import { useStepUp, type StepUp } from '../../api/use-step-up.ts';

const Proof = createContext<StepUp | undefined>(undefined);

/**
 * Stands around the desk's dialogs: the password that was given in one of them counts in the others, as
 * long as the API believes it.
 */
export function DeskStepUp({ children }: { children: ReactNode }) {
  return <Proof value={useStepUp()}>{children}</Proof>;
}

/** The admin's password, given again; for a dialog of the desk. */
export function useDeskStepUp(): StepUp {
  const stepUp = use(Proof);
  if (stepUp === undefined) throw new Error('DeskStepUp must stand around this dialog.');
  return stepUp;
}
