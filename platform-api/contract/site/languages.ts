/** Languages of the listeners' few words: the player, its pages and screens. The first is the fallback. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * The language that a tag such as `de-AT` asks for (RFC 5646); the fallback where we don't speak it.
 *
 * @param tag as a document's `lang` has it
 */
export function languageOf(tag: string | null | undefined): Language {
  const asked = tag?.toLowerCase().split('-')[0];
  return LANGUAGES.find((language) => language === asked) ?? LANGUAGES[0];
}
