import { hasCode } from './failures.ts';

/** An open question for the code of an authenticator app. */
export interface SecondFactorQuestion {
  /** Why the last code was refused; undefined before the first one. */
  failure: unknown;
  /** A code is being checked. */
  isBusy: boolean;
  /** @param code undefined: the user has cancelled */
  answer: (code?: string) => void;
}

let question: SecondFactorQuestion | undefined;
const listeners = new Set<() => void>();

function show(next: SecondFactorQuestion | undefined): void {
  question = next;
  for (const listener of listeners) listener();
}

/** The open question, for the prompt that asks it. */
export const secondFactorQuestion = {
  get: (): SecondFactorQuestion | undefined => question,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/**
 * Runs a call that may need a second factor. The user is asked for the code if the account has one, and again when it
 * was wrong.
 *
 * @param act makes the call, at first without a code
 * @throws RequestFailed `second_factor_required` when the user cancels; what `act` throws
 */
export async function withSecondFactor<Result>(
  act: (code?: string) => Promise<Result>,
): Promise<Result> {
  try {
    for (let code: string | undefined; ;) {
      try {
        return await act(code);
      } catch (failure) {
        if (!hasCode(failure, 'second_factor_required', 'second_factor_wrong')) throw failure;
        const reason = code === undefined ? undefined : failure;
        const given = await new Promise<string | undefined>((answer) =>
          show({ failure: reason, isBusy: false, answer }),
        );
        if (given === undefined) throw failure;
        code = given;
        show({ failure: undefined, isBusy: true, answer: () => undefined });
      }
    }
  } finally {
    show(undefined);
  }
}
