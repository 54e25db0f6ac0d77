import { useEffect, useState } from 'react';
import type * as Countries from './countries.ts';
import { useFirstInteraction } from './use-first-interaction.ts';

/** The list of countries, and the visitor's likely country code. */
interface KnownCountries {
  choices: ReturnType<typeof Countries.countryChoices>;
  likely: string;
  codeOf: typeof Countries.countryCode;
}

/** Until the list is loaded: the operator is British (specification §1). */
const NONE: KnownCountries = { choices: [], likely: 'GB', codeOf: () => undefined };

/**
 * The list of countries, loaded at the first interaction: sorting it takes a slow phone 100 ms.
 *
 * @param chosen added to the choices until the list is loaded, or if the list lacks it
 */
export function useCountries(chosen = ''): KnownCountries {
  const [known, setKnown] = useState(NONE);
  const isWanted = useFirstInteraction();
  useEffect(() => {
    if (!isWanted) return;
    const leaving = new AbortController();
    const load = async () => {
      const { countryChoices, countryCode, likelyCountry } = await import('./countries.ts');
      const likely = likelyCountry();
      if (leaving.signal.aborted) return;
      setKnown({ choices: countryChoices(likely), likely, codeOf: countryCode });
    };
    const tryLoad = () => {
      load().catch(() => {
        // Offline: load it when the network is back.
        addEventListener('online', tryLoad, { once: true, signal: leaving.signal });
      });
    };
    tryLoad();
    return () => leaving.abort();
  }, [isWanted]);
  const { choices } = known;
  if (chosen === '' || choices.some(({ value }) => value === chosen)) return known;
  return { ...known, choices: [{ value: chosen, label: chosen }, ...choices] };
}
