import type { Language } from '@stationhouse/platform-api/contract/languages';
import { ENGLISH, type Words } from '../words.ts';
import { GERMAN } from './de.ts';
import { SPANISH } from './es.ts';
import { FRENCH } from './fr.ts';
import { ITALIAN } from './it.ts';

/** The player's words in every language that it speaks, for pages that are drawn on the server. */
export const WORDS: Readonly<Record<Language, Words>> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
};
