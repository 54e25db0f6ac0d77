import type { Client } from '@stationhouse/sdk/client';
import { useEffect, useState } from 'react';
import { openClient } from './client.ts';
import { hasCode, onField } from './failures.ts';
import { withSecondFactor } from './second-factor.ts';

type Proof = Awaited<ReturnType<Client['auth']['stepUp']>>;

/**
 * Step-up authentication: the password, and the second factor if there is one, are asked for again before an action that cannot be undone. The proof
 * is kept in memory for as long as the API accepts it.
 */
export function useStepUp() {
  const [proof, setProof] = useState<Proof>();
  useEffect(() => {
    if (!proof) return undefined;
    const timer = setTimeout(() => setProof(undefined), proof.expires_in * 1000);
    return () => clearTimeout(timer);
  }, [proof]);

  async function run<Result>(
    password: string,
    act: (client: Client, token: string) => Promise<Result>,
  ): Promise<Result> {
    const client = await openClient();
    const shown = proof ?? (await withSecondFactor((code) => client.auth.stepUp(password, code)));
    try {
      const result = await act(client, shown.step_up_token);
      setProof(shown);
      return result;
    } catch (failure) {
      setProof(hasCode(failure, 'step_up_required') ? undefined : shown);
      throw failure;
    }
  }

  return {
    /** Whether the password need not be asked for now. */
    isProven: proof !== undefined,

    /**
     * Runs an action that needs step-up.
     *
     * @param password ignored while there is a proof
     * @throws RequestFailed what `act` throws; a refusal of the password names the field `password`
     */
    prove: <Result>(
      password: string,
      act: (client: Client, token: string) => Promise<Result>,
    ): Promise<Result> =>
      run(password, act).catch(
        onField({ invalid_credentials: 'password', step_up_required: 'password' }),
      ),
  };
}

export type StepUp = ReturnType<typeof useStepUp>;
