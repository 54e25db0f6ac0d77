import type { Language } from '@stationhouse/platform-api/contract/languages';
import { playerError } from '../../player/player-errors.ts';
import { faultText } from '../parts/controls.tsx';
import { WORDS } from './all.ts';

/** What an element must match, its button's name, and that the player could not be fetched. */
export type FacadeWords = readonly [selector: string, play: string, failed: string];

function wordsOf(language: Language, selector: string): FacadeWords {
  const words = WORDS[language];
  return [selector, words.play, faultText(playerError('unavailable'), words)];
}

/**
 * What a player's facade says, by its language; English comes last and is for all the others. The build
 * evaluates this file (rollup.config.js), so that the loader has these words without the rest.
 */
export const FACADE_WORDS = [
  wordsOf('de', ':lang(de)'),
  wordsOf('fr', ':lang(fr)'),
  wordsOf('es', ':lang(es)'),
  wordsOf('it', ':lang(it)'),
  wordsOf('en', '*'),
];
