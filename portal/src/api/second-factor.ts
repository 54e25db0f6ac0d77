import {
  RequestFailed,
  type Client,
  type PasskeyRequest,
  type SecondFactorProof,
} from '@stationhouse/sdk/client';
import { openClient } from './client.ts';
import { hasCode, onField } from './failures.ts';

/** An open question for a second factor. */
export interface SecondFactorQuestion {
  /** Whether the account has an authenticator app; recovery codes it has in any case. */
  hasApp: boolean;
  /** The request for a passkey; null for an account without one. */
  passkey: PasskeyRequest | null;
  /** Why the last proof was refused; undefined before the first one. */
  failure: unknown;
  /** A proof is being checked. */
  isBusy: boolean;
  /** @param proof undefined: the user has cancelled */
  answer: (proof?: SecondFactorProof) => void;
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
 * Runs a call that may need a second factor. The user is asked for it if the account has one, and again when it was
 * wrong.
 *
 * @param act makes the call, at first without a proof
 * @throws RequestFailed `second_factor_required` when the user cancels; what `act` throws
 */
export async function withSecondFactor<Result>(
  act: (proof?: SecondFactorProof) => Promise<Result>,
): Promise<Result> {
  try {
    for (let proof: SecondFactorProof | undefined; ;) {
      try {
        return await act(proof);
      } catch (refusal) {
        const codes = ['second_factor_required', 'second_factor_wrong', 'passkey_refused'] as const;
        if (!(refusal instanceof RequestFailed) || !hasCode(refusal, ...codes)) throw refusal;
        const { app: hasApp = true, passkey = null } = refusal.second_factor ?? {};
        const failure = proof === undefined ? undefined : refusal;
        const about = { hasApp, passkey, failure };
        const given = await new Promise<SecondFactorProof | undefined>((answer) =>
          show({ ...about, isBusy: false, answer }),
        );
        if (given === undefined) throw refusal;
        proof = given;
        show({ ...about, failure: undefined, isBusy: true, answer: () => undefined });
      }
    }
  } finally {
    show(undefined);
  }
}

/**
 * Changes how the user signs in. An account with a second factor is asked for it.
 *
 * @throws RequestFailed what `auth.change` and `auth.stepUp` throw; a wrong password names `current_password`
 */
export async function changeLogin(change: Parameters<Client['auth']['change']>[0]): Promise<User> {
  const { auth } = await openClient();
  try {
    return await auth.change(change);
  } catch (refusal) {
    if (!hasCode(refusal, 'step_up_required')) throw refusal;
    const { step_up_token } = await withSecondFactor((proof) =>
      auth.stepUp(change.current_password, proof),
    ).catch(onField({ invalid_credentials: 'current_password' }));
    return auth.change(change, step_up_token);
  }
}

type User = Awaited<ReturnType<Client['auth']['change']>>;
