import { useEffect, useState } from 'react';
import type * as Countries from './countries.ts';
import { useFirstInteraction } from './use-first-interaction.ts';

/** The countries, and the code of the one that the visitor is probably in. */
interface KnownCountries {
  choices: ReturnType<typeof Countries.countryChoices>;
  likely: string;
  codeOf: typeof Countries.countryCode;
}

/** Until the list is here: the operator is British (specification §1). */
const NONE: KnownCountries = { choices: [], likely: 'GB', codeOf: () => undefined };

/**
 * The countries, with the one that is chosen among them: it may be known before the list is here, or the
 * list may call it otherwise. The list is fetched once somebody uses the page: to sort it takes a slow
 * phone a tenth of a second, which would lie between a press on the form and its answer.
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
        // The network was lost: once it is back, so is the list.
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
