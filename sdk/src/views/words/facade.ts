import type { Language } from '@stationhouse/platform-api/contract/site/languages';
import { playerError } from '../../player/player-errors.ts';
import { faultText } from '../parts/controls.tsx';
import { WORDS } from './all.ts';

/**
 * The selector of the elements, the button's label, and the message when the player could not be fetched.
 */
export type FacadeWords = readonly [selector: string, play: string, failed: string];

function wordsOf(language: Language, selector: string): FacadeWords {
  const words = WORDS[language];
  return [selector, words.play, faultText(playerError('unavailable'), words)];
}

/**
 * The placeholder's texts by language; English comes last and matches every element. The build evaluates
 * this file (rollup.config.js), so that the loader has only these texts.
 */
export const FACADE_WORDS = [
  wordsOf('de', ':lang(de)'),
  wordsOf('fr', ':lang(fr)'),
  wordsOf('es', ':lang(es)'),
  wordsOf('it', ':lang(it)'),
  wordsOf('en', '*'),
];
