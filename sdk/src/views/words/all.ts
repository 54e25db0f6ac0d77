import type { Language } from '@stationhouse/platform-api/contract/site/languages';
import { ENGLISH, type Words } from '../words.ts';
import { GERMAN } from './de.ts';
import { SPANISH } from './es.ts';
import { FRENCH } from './fr.ts';
import { ITALIAN } from './it.ts';

const PAGE_ENGLISH: Words = {
  ...ENGLISH,
  coming_soon: 'is coming on air soon',
  first_song: 'First song at {time}',
  now_playing: 'Now playing',
  previous_track: 'Previous track',
  next_track: 'Next track',
};

/** All texts in all languages, for pages that are rendered on the server. */
export const WORDS: Readonly<Record<Language, Words>> = {
  en: PAGE_ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
};
