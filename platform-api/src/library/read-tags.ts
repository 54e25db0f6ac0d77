import { open } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { ICommonTagsResult } from 'music-metadata';
import { MAX_LINE_LENGTH } from '../../contract/limits.ts';

/** Tags of a file, as far as they are any of ours. */
export interface Tags {
  title: string;
  artist: string | null;
  album: string | null;
  year: number | null;
  isrc: string | null;
  label: string | null;
  composer: string | null;
  genre: string | null;
  mood: string | null;
  language: string | null;
  tempo_bpm: number | null;
}

/** Tags are held in memory while they are read; a file with more in front is named by its file name. */
const MAX_TAG_BYTES = 32 * 1024 * 1024;

const MAX_READ_MS = 10_000;

const INVISIBLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u{FEFF}]/gu;
/** Control characters that no Latin text contains: another encoding was read as Latin-1. */
const MISREAD = /[\u0080-\u009f]/;
const JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/;
/** ISO 3901: country, registrant, year, designation. */
const ISRC = /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/;

/**
 * Reads a file's tags. Titles stay as they are written, apart from invisible characters. Never throws for a file's
 * content: a file without readable tags is named by its file name.
 */
export async function readTags(
  path: string,
  fileName: string,
): Promise<{ tags: Tags; picture: Buffer | null }> {
  const { common, picture } = await parse(path);
  const text = (value: unknown): string | null => (typeof value === 'string' ? clean(value) : null);
  const year = common.year ?? null;
  const tempo = Math.round(common.bpm ?? 0);
  const isrc = text(common.isrc?.[0])?.toUpperCase().replaceAll('-', '') ?? '';
  return {
    picture,
    tags: {
      title: text(common.title) ?? titleFrom(fileName),
      artist: text(common.artist),
      album: text(common.album),
      year: year !== null && year >= 1000 && year <= 9999 ? year : null,
      isrc: ISRC.test(isrc) ? isrc : null,
      label: text(common.label?.[0]),
      composer: text(common.composer?.join(', ')),
      genre: text(common.genre?.[0]),
      mood: text(common.mood),
      language: text(common.language),
      tempo_bpm: tempo >= 20 && tempo <= 400 ? tempo : null,
    },
  };
}

async function parse(path: string) {
  const nothing: { common: Partial<ICommonTagsResult> } = { common: {} };
  if ((await tagBytes(path)) > MAX_TAG_BYTES) return { ...nothing, picture: null };
  const { parseFile } = await import('music-metadata');
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('reading the tags took too long')), MAX_READ_MS);
    });
    const { common } = await Promise.race([parseFile(path, { duration: false }), late]);
    const picture = common.picture?.[0]?.data;
    return { common, picture: picture ? Buffer.from(picture) : null };
  } catch {
    return { ...nothing, picture: null };
  } finally {
    clearTimeout(timer);
  }
}

/** The size of an ID3v2 tag in front (ID3v2.4, §3.1). */
async function tagBytes(path: string): Promise<number> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(10), 0, 10, 0);
    if (bytesRead < 10 || buffer.toString('latin1', 0, 3) !== 'ID3') return 0;
    return 10 + [...buffer.subarray(6)].reduce((size, byte) => size * 128 + (byte & 0x7f), 0);
  } finally {
    await file.close();
  }
}

/** One line without invisible characters; null when nothing is left. */
function clean(text: string): string | null {
  const line = decoded(text).replaceAll(INVISIBLE, ' ').normalize('NFC').trim();
  const cut = [...line].slice(0, MAX_LINE_LENGTH).join('');
  return cut === '' ? null : cut;
}

/** Old programs wrote UTF-8 or Shift-JIS where ID3 says Latin-1. */
function decoded(text: string): string {
  if (!MISREAD.test(text) || Buffer.from(text, 'latin1').toString('latin1') !== text) return text;
  const bytes = Buffer.from(text, 'latin1');
  for (const encoding of ['utf-8', 'shift_jis']) {
    try {
      const again = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      if (encoding === 'utf-8' || JAPANESE.test(again)) return again;
    } catch {
      // It is not written in this one.
    }
  }
  return text;
}

/** `01 - Blue Sky_Morning.mp3` → `Blue Sky Morning` */
function titleFrom(fileName: string): string {
  const name = basename(fileName.replaceAll('\\', '/'));
  const bare = name.slice(0, name.length - extname(name).length).replaceAll('_', ' ');
  return clean(bare.replace(/^\d{1,3}[\s.-]+(?=\S)/, '')) ?? 'Untitled';
}
