import { LANGUAGES, type Language } from '@stationhouse/platform-api/contract/site/languages';
import { requestJson } from './client/http.ts';
import { ENGLISH, type PlayerWords } from './views/words.ts';

/** After this long without an answer, in ms, a player shows English. */
const TIMEOUT_MS = 2_000;

const fetched = new Map<string, Promise<PlayerWords>>();

/**
 * Loads the player's words. English is at hand; another language is fetched once per page. If the answer
 * is slow, `show` is called with English first.
 *
 * @param apiBase origin of the server that has the words
 */
export async function loadWords(
  apiBase: string,
  language: Language,
  show: (words: PlayerWords) => void,
): Promise<void> {
  if (language === LANGUAGES[0]) return show(ENGLISH);
  const timer = setTimeout(show, TIMEOUT_MS, ENGLISH);
  const words = await fetchWords(apiBase, language);
  clearTimeout(timer);
  show(words);
}

/** Falls back to English when the request fails, and for each word that an older server lacks. */
function fetchWords(apiBase: string, language: Language): Promise<PlayerWords> {
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
