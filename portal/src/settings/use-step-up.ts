import type { Client } from '@stationhouse/sdk/client';
import { useEffect, useState } from 'react';
import { openClient } from '../api/client.ts';
import { atField } from './at-field.ts';

/** Where the refusals belong that are about the password. */
const FIELDS = { invalid_credentials: 'password', step_up_required: 'password' };

type Proof = Awaited<ReturnType<Client['auth']['stepUp']>>;

/**
 * The password given again, for what can't be undone: asked for once, then believed as long as the API
 * believes it. It goes with the page, and with whoever signs out.
 */
export function useStepUp() {
  const [proof, setProof] = useState<Proof>();
  useEffect(() => {
    if (!proof) return undefined;
    const timer = setTimeout(() => setProof(undefined), proof.expires_in * 1000);
    return () => clearTimeout(timer);
  }, [proof]);

  return {
    /** Whether the password need not be asked for now. */
    isProven: proof !== undefined,

    /**
     * Does what only somebody may do who has given the password.
     *
     * @param password not looked at where it was given a moment ago
     * @throws RequestFailed what `act` throws; a refusal of the password names the field `password`
     */
    prove: <Result>(
      password: string,
      act: (client: Client, token: string) => Promise<Result>,
    ): Promise<Result> =>
      atField(FIELDS, async () => {
        const client = await openClient();
        const shown = proof ?? (await client.auth.stepUp(password));
        try {
          const result = await act(client, shown.step_up_token);
          setProof(shown);
          return result;
        } catch (failure) {
          setProof(Object(failure).code === 'step_up_required' ? undefined : shown);
          throw failure;
        }
      }),
  };
}

export type StepUp = ReturnType<typeof useStepUp>;
