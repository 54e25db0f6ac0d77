import type { Language } from '@stationhouse/platform-api/contract/languages';
import { requestJson } from './client/http.ts';
import { ENGLISH, type PlayerWords } from './views/words.ts';

const fetched = new Map<string, Promise<PlayerWords>>();

/**
 * The player's words in another language than English, asked for once a page. Where they can't be had
 * they are English, as is a word that an older server does not have yet.
 *
 * @param apiBase origin of the server that has them
 */
export function fetchWords(apiBase: string, language: Language): Promise<PlayerWords> {
  const url = `${apiBase}/sdk/words-${language}.json`;
  const known = fetched.get(url);
  if (known) return known;
  const words = requestJson<Partial<PlayerWords>>(url).then(
    (translation) => ({ ...ENGLISH, ...translation }),
    () => {
      fetched.delete(url);
      return ENGLISH;
    },
  );
  fetched.set(url, words);
  return words;
}
