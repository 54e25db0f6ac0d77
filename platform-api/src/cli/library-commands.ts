import { resolve } from 'node:path';
import { openProcessFolder } from '../assets/storage/disk-storage.ts';
import { bucketFolderOf } from '../assets/storage/storage-url.ts';
import { fillLibrary, MAX_MADE_UP_TRACKS } from '../library/fill-library.ts';
import { importMusic, waitUntilPrepared, type ImportedFile } from '../library/import-music.ts';
import { filesBelow, filesInBucket, SourceFailed } from '../library/music-sources.ts';
import {
  AT_THE_TERMINAL,
  CommandFailed,
  printable,
  UsageError,
  type Command,
  type Context,
} from './command.ts';

/** Sends the music of a folder or a bucket into the library. A second run continues, and sends nothing twice. */
export const importMusicCommand: Command = {
  takes: '<path> [--wait]',
  does: 'Add the music in a folder, or in s3://bucket/folder?region=…, to the library.',
  options: { wait: { type: 'boolean' } },
  async run({ words: [path, ...more], flags }, context) {
    if (path === undefined || more.length > 0) {
      throw new UsageError('Give exactly one folder, file or bucket.');
    }
    const deps = { ...(await openLibrary(context)), actor: AT_THE_TERMINAL };
    const sent: ImportedFile[] = [];
    let failed = 0;
    function report(file: ImportedFile): void {
      if (file.outcome === 'refused' || file.outcome === 'failed') failed += 1;
      const { outcome, file_name, detail } = file;
      context.print(`${outcome.padEnd(9)}  ${printable(`${file_name}  ${detail}`)}`.trimEnd());
    }
    try {
      for await (const file of importMusic(deps, sourceOf(path))) {
        report(file);
        if (file.outcome === 'sent' || file.outcome === 'preparing') sent.push(file);
      }
    } catch (error) {
      if (!(error instanceof SourceFailed)) throw error;
      throw new CommandFailed(
        `${printable(path.replace(/\/\/[^@/]*@/, '//'))}: ${error.message} What has arrived is kept: run the command again to continue.`,
      );
    }
    if (flags.has('wait')) {
      for await (const file of waitUntilPrepared(deps.db, sent)) report(file);
    }
    if (failed > 0) throw new CommandFailed(`${filesOf(failed)} could not be added.`);
    if (sent.length === 0 || flags.has('wait')) return '';
    return `The server prepares ${filesOf(sent.length)}. Run the command again to see what they became, or with --wait.\n`;
  },
};

const filesOf = (count: number): string => (count === 1 ? '1 file' : `${count} files`);

function sourceOf(path: string) {
  if (!/^s3:/i.test(path)) return filesBelow(path);
  const folder = bucketFolderOf(path);
  if (folder) return filesInBucket(folder);
  throw new UsageError(
    'A bucket looks like s3://bucket/folder?region=eu-west-2 or s3://key:secret@bucket/folder?endpoint=https://…',
  );
}

async function openLibrary({ openDatabase, openStorage, config }: Context) {
  const db = await openDatabase();
  const storage = await openStorage();
  return { db, storage, uploadsDir: openProcessFolder(resolve(config.dataDir, 'uploads')) };
}

/** As many as tests and figures of the library need. */
const USUAL_TRACKS = 2_000;

/** Gives developers a library to try things on. */
export const fillLibraryCommand: Command = {
  takes: '[--tracks <number>]',
  does: `For development: fill the library with ${USUAL_TRACKS} made-up tracks of tones and noises.`,
  options: { tracks: { type: 'string' } },
  async run({ words, options: { tracks = String(USUAL_TRACKS) } }, context) {
    if (words.length > 0) throw new UsageError(`Unknown argument: ${words.join(' ')}`);
    const count = Number(tracks);
    if (!Number.isInteger(count) || count < 1 || count > MAX_MADE_UP_TRACKS) {
      throw new UsageError(`--tracks must be a number from 1 to ${MAX_MADE_UP_TRACKS}.`);
    }
    if (context.config.production) {
      throw new CommandFailed('Made-up tracks are for development. This is a production system.');
    }
    const deps = await openLibrary(context);
    const added = await fillLibrary(deps, count);
    return `${added} made-up tracks were added; ${count - added} were there already.\n`;
  },
};
