// Repairs texts of strangers: tags of sound files, documents of track sources, titles inside streams.
import { decodeHTMLAttribute } from 'entities';

/** Longer texts are cut before any expression runs on them, in UTF-16 code units. */
const MAX_LENGTH = 4_096;

/**
 * Control, bidirectional and zero-width characters, and lone surrogates. The joiners stay: emoji, Persian and the scripts
 * of India need them.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u00AD\u180E\u200B\u2060\uFEFF\uFFF9-\uFFFB]/gu;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The characters of the bytes 0x80 to 0x9F in Windows-1252 (WHATWG Encoding, index windows-1252). Node 20's TextDecoder
 * reads that charset as Latin-1.
 */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';
const BYTES = new Map([...WINDOWS_1252].map((letter, n) => [letter, 0x80 + n]));

const fromWindows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\x80-\x9F]/g, (letter) => WINDOWS_1252.charAt(letter.charCodeAt(0) - 0x80));

/** The bytes that read as this text in Latin-1 or Windows-1252; null: it has other characters. */
function bytesOf(text: string): Uint8Array | null {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const byte = code <= 0xff ? code : BYTES.get(text.charAt(at));
    if (byte === undefined) return null;
    bytes[at] = byte;
  }
  return bytes;
}

/** An answer of a track source that is not JSON: XML, a page, or a line of text. */
export class TextAnswer {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Decodes bytes that may be strict UTF-8. */
export function asUtf8(bytes: Uint8Array): string | null {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Names of Latin-1, which browsers read as Windows-1252, too (WHATWG Encoding). */
const LATIN_1 = /^(iso-?8859-?1|latin-?1|l1|us-ascii|windows-1252|cp1252)$/i;

/** A text of bytes: strict UTF-8, then the charset that is named, then Windows-1252. */
export function textOfBytes(bytes: Uint8Array, charset?: string): string {
  const utf8 = asUtf8(bytes);
  if (utf8 !== null) return utf8;
  // A label that no decoder knows throws as invalid bytes do.
  try {
    if (charset === undefined || LATIN_1.test(charset)) return fromWindows1252(bytes);
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return fromWindows1252(bytes);
  }
}

const KANA = /[\u3040-\u30ff\uff66-\uff9f]/;
const SHIFT_JIS = new TextDecoder('shift_jis', { fatal: true });

/** Shift-JIS needs evidence: several pairs of bytes and kana. A single mark of Windows-1252 can look like one pair. */
function asShiftJis(bytes: Uint8Array): string | null {
  try {
    const text = SHIFT_JIS.decode(bytes);
    const doubles = [...text].filter((letter) => letter.charCodeAt(0) > 0xff);
    return doubles.length >= 3 && KANA.test(text) ? text : null;
  } catch {
    return null;
  }
}

/** A word of bytes from 0xC0 on, and the ё of Windows-1251, alone: no Latin language has several of them. */
const FOREIGN_WORD = /^[\u00A8\u00B8\u00C0-\u00FF]{2,}$/;
const LATIN_LETTER = /[A-Za-z]/;

/** The case of a word of another script: `Группа` or `ГРУППА` or `группа`, not `гРУППА`. */
const isCased = (word: string): boolean => {
  const [first = '', rest = ''] = [word.slice(0, 1), word.slice(1)];
  const isLower = rest === rest.toLowerCase();
  return isLower || (word === word.toUpperCase() && first !== first.toLowerCase());
};

const CYRILLIC = { letters: /^\p{Script=Cyrillic}+$/u, vowel: /[аеёиоуыэюяіїє]/i };

/** The case of its words tells Cyrillic's two charsets and Greek apart, and words have vowels. */
const SCRIPTS = [
  { charset: 'windows-1251', ...CYRILLIC },
  { charset: 'koi8-r', ...CYRILLIC },
  { charset: 'windows-1253', letters: /^\p{Script=Greek}+$/u, vowel: /[αεηιουωάέήίόύώ]/i },
] as const;

/** The letters that such words must have in all, before they count as another script. */
const MIN_LETTERS = 4;

/** Letters that no title is written in: phonetic ones, and Syriac to NKo. `CAFÉ’S` in Windows-1252 is valid UTF-8, too. */
const IMPLAUSIBLE = /[\u0250-\u036F\u0700-\u07FF]/;

/** Another script whose bytes were read as Latin-1, where that is nearly certain. */
function asOtherScript(text: string, bytes: Uint8Array): string | null {
  const words = text.split(/[^\u00A8\u00B8\u00C0-\u00FFA-Za-z]+/).filter((word) => word !== '');
  const foreign = words.filter((word) => FOREIGN_WORD.test(word));
  const hasMixed = words.some((word) => !FOREIGN_WORD.test(word) && !/^[A-Za-z]+$/.test(word));
  const letters = foreign.reduce((sum, { length }) => sum + length, 0);
  const isLatin = words.filter((word) => LATIN_LETTER.test(word)).length > foreign.length;
  if (letters < MIN_LETTERS || hasMixed || isLatin) return null;
  const likely = SCRIPTS.flatMap(({ charset, letters: ofScript, vowel }) => {
    const again = new TextDecoder(charset).decode(bytes);
    const others = again.split(/[\0-\x7F«»–—“”‘’„…№]+/u).filter((word) => word !== '');
    const isLikely = others.every(
      (word) => ofScript.test(word) && isCased(word) && (word.length < 3 || vowel.test(word)),
    );
    return others.length > 0 && isLikely ? [{ charset, again }] : [];
  });
  const [first] = likely;
  // Windows-1251 is by far the commonest. The others must be the only reading.
  return first && (likely.length === 1 || first.charset === 'windows-1251') ? first.again : null;
}

/**
 * Restores a text that was read in the wrong charset. Strict UTF-8 comes first, because text of another charset is
 * practically never valid UTF-8; then Shift-JIS with evidence; then Windows-1252, which every Windows program wrote where
 * ID3 and Icecast say Latin-1; then scripts that are nearly certain. Other texts stay as they are.
 */
export function repairCharset(foreign: string): string {
  const text = foreign.length > MAX_LENGTH ? foreign.slice(0, MAX_LENGTH) : foreign;
  if (!/[^\0-\x7F]/.test(text)) return text;
  const bytes = bytesOf(text);
  if (bytes === null) return text;
  const utf8 = asUtf8(bytes);
  if (utf8 !== null && !IMPLAUSIBLE.test(utf8)) return utf8;
  const isLatin1 = !/[^\0-\xFF]/.test(text);
  if (isLatin1 && /[\x80-\x9F]/.test(text)) {
    return asShiftJis(bytes) ?? fromWindows1252(bytes);
  }
  return (isLatin1 && asOtherScript(text, bytes)) || text;
}

/** Charsets in which strangers wrote what was read as Latin-1, with the letters of their languages. */
const LIKELY = [
  ...SCRIPTS.map(({ charset, letters, vowel }) => ({
    charset,
    letters,
    sign: vowel,
    isPaired: false,
  })),
  {
    charset: 'euc-jp',
    letters: /^[\p{Script=Han}\u3000-\u30FF\uFF01-\uFF9F]+$/u,
    sign: KANA,
    isPaired: true,
  },
  {
    charset: 'gbk',
    letters: /^[\p{Script=Han}\u3000-\u303F\uFF01-\uFF5E]+$/u,
    sign: /\p{Script=Han}/u,
    isPaired: true,
  },
  {
    charset: 'euc-kr',
    letters: /^[\p{Script=Hangul}\u3000-\u303F]+$/u,
    sign: /\p{Script=Hangul}/u,
    isPaired: true,
  },
] as const;

/** Two bytes that a word with one accent does not have. */
const HIGH_PAIR = /[\x80-\xFF]{2}/g;

const isAscii = (text: string): boolean => !/[^\0-\x7F]/.test(text);

/** The reading of a text in a charset, if all that is not ASCII are letters of its languages. */
function readIn(
  text: string,
  { charset, letters, sign, isPaired }: (typeof LIKELY)[number],
): string | null {
  const bytes = bytesOf(text);
  if (bytes === null) return null;
  const words = text.split(/[\0-@[-`{-\x7F]+/).filter((word) => !isAscii(word));
  const high = bytes.filter((byte) => byte >= 0x80).length;
  const pairs = Buffer.from(bytes).toString('latin1').match(HIGH_PAIR)?.length ?? 0;
  const isForeign = isPaired
    ? pairs >= 2 && pairs * 2 === high
    : words.join('').length >= MIN_LETTERS && words.every((word) => FOREIGN_WORD.test(word));
  if (!isForeign) return null;
  try {
    const reading = new TextDecoder(charset, { fatal: true }).decode(bytes);
    const foreign = reading.match(/[^\0-\x7F]+/g) ?? [];
    return foreign.every((word) => letters.test(word)) && sign.test(reading) ? reading : null;
  } catch {
    return null;
  }
}

/**
 * Likely readings of texts of one stranger that look as if they had been read in the wrong charset. A person decides,
 * because `repairCharset` is not certain enough to change them.
 * @returns for each likely charset the texts as they read in it; none for texts that look right
 */
export function likelyReadings<Texts extends Record<string, string | null>>(texts: Texts): Texts[] {
  const entries = Object.entries(texts);
  return LIKELY.flatMap((charset) => {
    const read = entries.map(([name, text]): [string, string | null] =>
      text === null || isAscii(text) ? [name, text] : [name, readIn(text, charset)],
    );
    const isRight = entries.every(([, text], n) => text === null || read[n]?.[1] !== null);
    const isSame = entries.every(([, text], n) => text === read[n]?.[1]);
    return isRight && !isSame ? [Object.fromEntries(read) as Texts] : [];
  });
}

/**
 * A text of a stranger as people should read it: repaired, on one line, without invisible characters.
 * HTML entities are decoded once: `&amp;lt;` becomes `&lt;`.
 */
export function readableText(foreign: string): string {
  const text = decodeHTMLAttribute(repairCharset(foreign));
  const line = text.replaceAll(/[\t-\r\u0085\u2028\u2029]/g, ' ');
  return line.replaceAll(INVISIBLE, '').normalize('NFC');
}
