import { readdir, stat, symlink } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import type { ICommonTagsResult } from 'music-metadata';
import { MAX_LINE_LENGTH } from '../../contract/values.ts';
import { readableText } from '../foreign-text.ts';
import { Unpreparable, type SoundFile } from '../preparation/media-engine.ts';
import { nodeProgram, ProgramFailed, runProgram } from '../preparation/run-program.ts';

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

/** Measured: the tags of ordinary files take under 2 s of a processor, from source. */
const MAX_CPU_MS = 20_000;
/** On a busy machine a program at low priority waits, and no title may be lost by that. */
const MAX_MS = 180_000;
/** Measured: 150 MB for a file of 200 MB with a picture of 10 MB. */
const MAX_BYTES = 384 * 1024 * 1024;
/** Files with many pictures have scans of a booklet behind the cover. */
export const MAX_PICTURES = 8;
/** No picture that `redrawCover` accepts is larger: 16 megapixels of four bytes. */
const MAX_PICTURE_BYTES = 64 * 1024 * 1024;

/** How the names of pictures begin; a digit follows. */
const PICTURE = 'picture-';

/** ISO 3901: country, registrant, year, designation. */
const ISRC = /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/;

/**
 * Reads a file's tags in a process of its own, because a hostile file can keep the reader busy for minutes or make it
 * take gigabytes. Titles stay as they are written, apart from invisible characters. A file without readable tags is
 * named by its file name.
 * @param sound.path the file, by any name
 * @param limits.folder for the pictures; the caller removes it
 * @returns `pictures`: their paths, the front cover first. Any of them may be broken.
 * @throws the signal's reason; ProgramFailed when the machine killed the process
 */
export async function readTags(
  { path, format }: Pick<SoundFile, 'path' | 'format'>,
  fileName: string,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<{ tags: Tags; pictures: string[] }> {
  const picturePath = join(folder, PICTURE);
  const { program, options, file } = nodeProgram('tags-program', import.meta.url);
  try {
    const named = join(folder, `sound.${format}`);
    await symlink(resolve(path), named);
    const args = [...options, file, named, fileName, picturePath];
    const said = await runProgram({
      program,
      args,
      signal,
      maxMs: MAX_MS,
      maxCpuMs: MAX_CPU_MS,
      maxBytes: MAX_BYTES,
    });
    const tags = JSON.parse(said.trim().split('\n').at(-1) ?? '') as Tags;
    return { tags, pictures: await picturesIn(folder) };
  } catch (error) {
    const isFiles =
      error instanceof Unpreparable || (error instanceof ProgramFailed && !error.isKilled);
    if (!isFiles) throw error;
    return { tags: tagsOf({}, fileName), pictures: [] };
  }
}

async function picturesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(PICTURE));
  const paths = names.toSorted().map((name) => join(folder, name));
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  return paths.filter((_, n) => (sizes[n] ?? 0) <= MAX_PICTURE_BYTES);
}

/** Our tags of those that a library has read. */
export function tagsOf(common: Partial<ICommonTagsResult>, fileName: string): Tags {
  const text = (value: unknown): string | null => (typeof value === 'string' ? clean(value) : null);
  const year = common.year ?? null;
  const tempo = Math.round(common.bpm ?? 0);
  const isrc = text(common.isrc?.[0])?.toUpperCase().replaceAll('-', '') ?? '';
  return {
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
  };
}

/** One line without invisible characters; null when nothing is left. */
function clean(text: string): string | null {
  const line = readableText(text).trim();
  const cut = [...line].slice(0, MAX_LINE_LENGTH).join('');
  return cut === '' ? null : cut;
}

/** `01 - Blue Sky_Morning.mp3` → `Blue Sky Morning` */
function titleFrom(fileName: string): string {
  const name = basename(fileName.replaceAll('\\', '/'));
  const bare = name.slice(0, name.length - extname(name).length).replaceAll('_', ' ');
  return clean(bare.replace(/^\d{1,3}[\s.-]+(?=\S)/, '')) ?? 'Untitled';
}
