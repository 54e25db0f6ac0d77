import { useEffect, useState } from 'react';
import type * as Countries from '../ui/countries.ts';
import { useSomebodyHere } from '../ui/somebody-here.ts';

/** The countries, and the code of the one that the visitor is probably in. */
interface KnownCountries {
  choices: ReturnType<typeof Countries.countryChoices>;
  likely: string;
  codeOf: typeof Countries.countryCode;
}

/** Until the list is here: the operator is British (specification §1). */
const NONE: KnownCountries = { choices: [], likely: 'GB', codeOf: () => undefined };

/**
 * The countries, fetched once somebody uses the page: to sort them takes a slow phone a tenth of a second, which
 * would lie between a press on the form and its answer.
 */
export function useCountries(): KnownCountries {
  const [known, setKnown] = useState(NONE);
  const isWanted = useSomebodyHere();
  useEffect(() => {
    if (!isWanted) return;
    const leaving = new AbortController();
    const load = async () => {
      const { countryChoices, countryCode, likelyCountry } = await import('../ui/countries.ts');
      const likely = likelyCountry();
      if (leaving.signal.aborted) return;
      setKnown({ choices: countryChoices(likely), likely, codeOf: countryCode });
    };
    const tryLoad = () => {
      load().catch(() => {
        // The network was lost: once it is back, so is the list.
        addEventListener('online', tryLoad, { once: true, signal: leaving.signal });
      });
    };
    tryLoad();
    return () => leaving.abort();
  }, [isWanted]);
  return known;
}
