import { useOnFirstInteraction } from './use-first-interaction.ts';

/** Until the list is loaded: the operator is British (specification §1). */
const DEFAULT_COUNTRY = 'GB';

async function loadCountries() {
  const { countryChoices, countryCode, likelyCountry } = await import('./countries.ts');
  const likely = likelyCountry();
  return { choices: countryChoices(likely), likely, codeOf: countryCode };
}

type Countries = Awaited<ReturnType<typeof loadCountries>>;

const NONE: Countries = { choices: [], likely: DEFAULT_COUNTRY, codeOf: () => undefined };

/**
 * The countries and the visitor's likely one. Loaded at the first interaction: sorting the list takes a slow
 * phone 100 ms.
 *
 * @param chosen added to the choices until the list is loaded, or if the list lacks it
 */
export function useCountries(chosen = ''): Countries {
  const countries = useOnFirstInteraction(loadCountries) ?? NONE;
  const { choices } = countries;
  if (chosen === '' || choices.some(({ value }) => value === chosen)) return countries;
  return { ...countries, choices: [{ value: chosen, label: chosen }, ...choices] };
}
