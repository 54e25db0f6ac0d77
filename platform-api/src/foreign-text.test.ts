import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { likelyReadings, readableText, repairCharset, textOfBytes } from './foreign-text.ts';

/** A text as a program reads it that takes these bytes for Latin-1, as ID3 and Icecast say. */
const asLatin1 = (bytes: Uint8Array | Buffer): string => Buffer.from(bytes).toString('latin1');
const utf8 = (text: string): string => asLatin1(Buffer.from(text, 'utf8'));

/** UTF-8 that was read as Windows-1252 instead, which has other characters for 0x80 to 0x9F. */
const C1 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';
const utf8AsWindows = (text: string): string =>
  utf8(text).replaceAll(/[\x80-\x9F]/g, (one) => C1.charAt(one.charCodeAt(0) - 0x80));

/** Titles and artists that were written in UTF-8. */
const UTF8 = [
  'Beyoncé', // Clementine #4788, old versions of iTunes
  'Déjà Vu',
  'Motörhead',
  'Mötley Crüe – Don’t Go', // Liquidsoap #411
  'Sigur Rós',
  'Björk',
  'Dvořák',
  'kůň',
  'Łąka',
  'Đorđe',
  'Şebnem Ferah',
  'Ирина',
  'Кино – Группа крови',
  'Μελίνα',
  '中島みゆき',
  '坂本龍一',
  '방탄소년단',
  'عمرو دياب',
  'אייל גולן',
  'सुर',
  'Café del Mar',
  'Ænima',
  'naïve',
  'Ça ira',
  '…And Justice for All',
  '“Heroes”',
  '20 € – live',
  'Tiësto',
] as const;

/** Bytes of Windows-1252 where ID3 and Icecast say Latin-1 (Clementine #1666; test data of mutagen and TagLib). */
const WINDOWS_1252 = [
  ['Don\x92t Stop', 'Don’t Stop'],
  ['I\x92m Yours', 'I’m Yours'],
  ['Guns N\x92 Roses', 'Guns N’ Roses'],
  ['\x93Heroes\x94', '“Heroes”'],
  ['Dont Stop \x96 Live', 'Dont Stop – Live'],
  ['Live \x97 Two', 'Live — Two'],
  ['Wait\x85', 'Wait…'],
  ['\x8Eivot', 'Život'],
  ['\x9Aok', 'šok'],
  ['C\x9Cur', 'Cœur'],
  ['\x80 100', '€ 100'],
  ['Tiga \x99', 'Tiga ™'],
  ['Caf\xE9 \x91Noir\x92', 'Café ‘Noir’'],
  ['\x82low\x91', '‚low‘'],
  ['CAF\xC9\x92S', 'CAFÉ’S'],
] as const;

/** Another script in a Latin-1 frame (FreeStreamer #36, Quod Libet #3555, Shuttle2 #131). */
const OTHER_SCRIPTS = [
  ['Ãðóïïà êðîâè', 'Группа крови'],
  ['Êèíî', 'Кино'],
  ['ÊÈÍÎ', 'КИНО'],
  ['Çåìôèðà - Èñêàëà', 'Земфира - Искала'],
  ['Àëëà Ïóãà÷¸âà (1982)', 'Алла Пугачёва (1982)'],
  ['ìÁÓËÏ×ÙÊ ÍÁÊ', 'Ласковый май'],
  ['ÐáñáäïóéáêÜ', 'Παραδοσιακά'],
] as const;

/** Shift-JIS (mutagen and Winamp of the nineties), with kana and several pairs of bytes. */
const SHIFT_JIS = [
  [[0x82, 0xb3, 0x82, 0xad, 0x82, 0xe7], 'さくら'],
  [[0x83, 0x89, 0x83, 0x75, 0x83, 0x8c, 0x83, 0x5e, 0x81, 0x5b], 'ラブレター'],
] as const;

/** Texts that are right as they are. */
const RIGHT = [
  'AC/DC',
  'Beyoncé',
  'Motörhead',
  'Ôtez-moi d’un doute',
  'È la vita',
  'À la carte',
  'Ätna',
  'ÄÖÜ',
  'Élan',
  'Øystein Øvrebø',
  'Ágætis byrjun',
  'São Paulo',
  'Cœur de pirate',
  'Don’t Stop',
  '90° – North',
  '© 2024 Tiësto',
  '1979',
  '中島みゆき',
  'Группа крови',
  '👩‍🎤 Live',
  'می‌خواهم',
  'Ÿ',
] as const;

describe('a text in the wrong charset', () => {
  it.each(UTF8)('%s, written in UTF-8, is read so', (text) => {
    expect(repairCharset(utf8(text))).toBe(text);
    expect(repairCharset(utf8AsWindows(text))).toBe(text);
  });

  it.each(WINDOWS_1252)('%j is read as Windows-1252: %s', (foreign, text) => {
    expect(repairCharset(foreign)).toBe(text);
  });

  it.each(OTHER_SCRIPTS)('%s is read as another script: %s', (foreign, text) => {
    expect(repairCharset(foreign)).toBe(text);
  });

  it.each(SHIFT_JIS)('%j is read as Shift-JIS: %s', (bytes, text) => {
    expect(repairCharset(asLatin1(Buffer.from(bytes)))).toBe(text);
  });

  it.each(RIGHT)('%s stays as it is', (text) => {
    expect(repairCharset(text)).toBe(text);
  });

  it('that was right stays, whatever it is made of', () => {
    const right = fc.oneof(
      fc.constantFrom(...RIGHT, ...UTF8),
      fc.string({ unit: fc.constantFrom(...'abcdefghij ÉÊöüñ’“”–') }),
    );
    fc.assert(
      fc.property(fc.array(right, { maxLength: 4 }), (parts) => {
        const text = parts.join(' ');
        expect(repairCharset(text)).toBe(text);
      }),
    );
  });
});

describe('a readable text', () => {
  it.each([
    ['Tom &amp; Jerry', 'Tom & Jerry'],
    ['Beyonc&eacute;', 'Beyoncé'],
    ['Dvo&#345ák', 'Dvořák'],
    ['Don&#146;t', 'Don’t'],
    ['1&ndash;2&hellip;', '1–2…'],
    ['Drum&Bass', 'Drum&Bass'],
    ['R&B', 'R&B'],
    ['a\tb\nc', 'a b c'],
    ['abc\u202Edef', 'abcdef'],
    ['zero\u200Bwidth\uFEFF', 'zerowidth'],
    ['bell\u0007', 'bell'],
    ['e\u0301', 'é'],
    ['👩\u200D🎤', '👩\u200D🎤'],
  ])('%j is %j', (foreign, text) => {
    expect(readableText(foreign)).toBe(text);
  });

  it('is cut before any expression runs on it', () => {
    expect(readableText('é'.repeat(10_000_000)).length).toBeLessThan(5_000);
  });
});

describe('bytes of an unknown charset', () => {
  it('are strict UTF-8, else the charset that is named, else Windows-1252', () => {
    expect(textOfBytes(Buffer.from('Déjà', 'utf8'), 'iso-8859-1')).toBe('Déjà');
    expect(textOfBytes(Buffer.from('D\xE9j\xE0 \x96', 'latin1'), 'iso-8859-1')).toBe('Déjà –');
    expect(textOfBytes(Buffer.from('\xC3\xF0\xF3\xEF', 'latin1'), 'windows-1251')).toBe('Груп');
    expect(textOfBytes(Buffer.from('D\xE9j\xE0', 'latin1'))).toBe('Déjà');
    expect(textOfBytes(Buffer.from('D\xE9j\xE0', 'latin1'), 'no-charset')).toBe('Déjà');
  });
});

/** The text as a program shows it that takes the bytes for Windows-1252. */
const misread = (bytes: readonly number[]): string => textOfBytes(Uint8Array.from(bytes));

describe('a text that looks misread', () => {
  it.each([
    ['GBK', misread([0xd6, 0xdc, 0xbd, 0xdc, 0xc2, 0xd7]), '周杰伦'],
    [
      'GBK in a title',
      misread([...Buffer.from('01 '), 0xc7, 0xe0, 0xbb, 0xa8, 0xb4, 0xc9]),
      '01 青花瓷',
    ],
    ['EUC-KR', misread([0xbe, 0xc6, 0xc0, 0xcc, 0xc0, 0xaf]), '아이유'],
    [
      'KOI8-R beside English',
      misread([...Buffer.from('Live in the '), 0xed, 0xcf, 0xd3, 0xcb, 0xd7, 0xc1]),
      'Live in the Москва',
    ],
  ])('has it among its likely readings: %s', (_, foreign, reading) => {
    expect(repairCharset(foreign)).toBe(foreign);
    const readings = likelyReadings({ title: foreign, artist: 'Ensemble', album: null });
    expect(readings).toContainEqual({ title: reading, artist: 'Ensemble', album: null });
  });

  it.each([
    'Motörhead',
    'Ça ira',
    'Été 85',
    'Björk Guðmundsdóttir',
    'Çà et là',
    'Öö',
    'ÄÖÜ',
    'Sigur Rós – Ágætis byrjun',
    'Mägo de Oz',
    'Группа крови',
    'Ærø Så Å',
    'Naïve Æsir Þór',
    '“Heroes”',
    'São João – Coração',
    'plain',
    '',
  ])('is none of those that are right: %s', (text) => {
    expect(likelyReadings({ title: text, artist: null })).toEqual([]);
  });
});
