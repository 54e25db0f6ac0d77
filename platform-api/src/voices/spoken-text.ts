// Texts in the form that voice programs can speak, however they were typed.
import type { Voice } from '../../contract/voices/calls.ts';
import { refuse } from '../errors.ts';

/** Programs take more and more time for a sentence the longer it is, and crash at some length, in characters. */
const MAX_PIECE = 200;

/** Longer numbers are read in groups of three digits: as one number they would be a sentence of many words. */
const LONG_NUMBER = /\p{Nd}{10,}/gu;
const THREE_DIGITS = /\p{Nd}{1,3}/gu;

/** The same mark more than three times. */
const REPEATED_MARK = /([^\p{L}\p{N}\s])\1{3,}/gu;

const SENTENCE_END = /(?<=[.!?…;:])\s/u;

/**
 * A text for a voice program: pieces of at most 200 characters with empty lines between them, which programs take for
 * ends of sentences. Short texts stay as they are.
 * @param text on one line
 */
export function splitForVoice(text: string): string {
  const plain = text
    .replaceAll(LONG_NUMBER, (digits) => (digits.match(THREE_DIGITS) ?? []).join(' '))
    .replaceAll(REPEATED_MARK, '$1$1$1');
  const pieces: string[] = [];
  let piece = '';
  for (const part of plain.split(SENTENCE_END).flatMap(cutLong)) {
    const longer = piece === '' ? part : `${piece} ${part}`;
    if (longer.length > MAX_PIECE) {
      pieces.push(piece);
      piece = part;
    } else piece = longer;
  }
  return [...pieces, piece].join('\n\n');
}

/** Cuts at spaces, and within a word that is longer than a piece. */
function cutLong(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > MAX_PIECE) {
    const space = rest.lastIndexOf(' ', MAX_PIECE);
    let at = space > 0 ? space : MAX_PIECE;
    // Not within a character of two code units.
    if (/[\uDC00-\uDFFF]/.test(rest.charAt(at))) at -= 1;
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
  }
  return [...pieces, rest];
}

/** Scripts in ISO 15924 that stand for several of Unicode's. */
const SCRIPTS: Record<string, readonly string[]> = {
  Jpan: ['Hani', 'Hira', 'Kana'],
  Kore: ['Hang', 'Hani'],
  Hans: ['Hani', 'Bopo'],
  Hant: ['Hani', 'Bopo'],
};

/** Whether a voice can read every letter of a text: the letters of its language, and Latin ones. */
export const canRead = (voice: Voice, text: string): boolean => faultFor(voice, text) === null;

/**
 * Refuses a text that a voice would speak with gaps or not at all, before anything is made of it.
 * @throws AppError `validation_failed`, with a sentence about `text`
 */
export function requireReadable(voice: Voice, text: string): void {
  const message = faultFor(voice, text);
  if (message !== null) throw refuse('text', message);
}

const LANGUAGE_NAMES = new Intl.DisplayNames(['en-GB'], { type: 'language' });

/** Why a voice can't read a text, as a sentence; null: it can. */
function faultFor({ name, language }: Voice, text: string): string | null {
  if (!/[\p{L}\p{N}]/u.test(text)) {
    return 'The text has no letters or digits that a voice could read. Please add some words.';
  }
  const strange = strangeLetters(language, text);
  if (strange === null) return null;
  const own = new Intl.Locale(language).language;
  const spoken = LANGUAGE_NAMES.of(own) ?? own;
  return (
    `The voice ${name} speaks ${spoken} only and can’t read “${strange}”. ` +
    `Write the text in ${spoken}, or choose another voice.`
  );
}

/** The first letters that a language does not have, in the order of the text; null: none. */
function strangeLetters(language: string, text: string): string | null {
  const script = new Intl.Locale(language).maximize().script ?? 'Latn';
  const known = [...(SCRIPTS[script] ?? [script]), 'Latn', 'Zyyy', 'Zinh'];
  const others = known.map((name) => `\\p{scx=${name}}`).join('');
  const strange = text.match(new RegExp(`[\\p{L}--[${others}]]`, 'gv'));
  return strange && [...new Set(strange)].slice(0, 5).join('');
}
