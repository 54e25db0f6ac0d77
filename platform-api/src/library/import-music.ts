import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { createLibraryUpload, partBytes, partCount } from '../../contract/library/uploads.ts';
import { LIBRARY_PART_BYTES } from '../../contract/library/values.ts';
import {
  PREPARATION_PROBLEMS,
  type PreparationProblem,
} from '../../contract/assets/preparation.ts';
import type { Storage } from '../assets/storage/storage.ts';
import type { Actor } from '../audit/audit.ts';
import { AppError } from '../errors.ts';
import { SourceFailed, type FoundFile, type UnreadableFile } from './music-sources.ts';
import { uploadsWithTracks, type UploadWithTrack } from './upload-rows.ts';
import { acceptFile, beginUpload, receivePart, retryUpload, uploadIdOf } from './uploads.ts';

interface Deps {
  db: Knex;
  storage: Storage;
  /** A folder of this process for files in work. */
  uploadsDir: string;
  /** The admin who sends it; null: the program itself. */
  actor: Actor | null;
}

/** The outcome of one file. */
export interface ImportedFile {
  file_name: string;
  /**
   * `sent`: it will be prepared; `preparing`: it was sent before; `added`: a new track; `known`: in the library
   * already; `refused`: it can't be used; `failed`: it may succeed when it is tried again.
   */
  outcome: 'sent' | 'preparing' | 'added' | 'known' | 'refused' | 'failed';
  detail: string;
  /** The upload that prepares the file; null where none was needed. */
  upload_id: string | null;
}

/** Problems of a server rather than of a file. The same file may be prepared later. */
const PASSING: ReadonlySet<PreparationProblem> = new Set([
  'needs_ffmpeg',
  'missing',
  'unavailable',
]);

/** A source that fails this often in a row is gone. */
const MAX_FAILURES_IN_A_ROW = 3;

const LOOK_EVERY_MS = 1_000;

/**
 * Sends files into the library, as the portal does: in parts, so that a second run continues where the first was
 * interrupted, and sends nothing twice.
 * @returns one entry for each file, as soon as it is known
 * @throws SourceFailed when the source as a whole can't be read; `storage_unavailable`, `storage_full`
 */
export async function* importMusic(
  deps: Deps,
  files: AsyncIterable<FoundFile | UnreadableFile>,
): AsyncGenerator<ImportedFile> {
  let failures = 0;
  for await (const file of files) {
    try {
      yield { file_name: file.file_name, ...(await importFile(deps, file)) };
      failures = 0;
    } catch (error) {
      if (!(error instanceof SourceFailed)) throw error;
      failures += 1;
      if (error.isGone && failures === MAX_FAILURES_IN_A_ROW) throw error;
      yield {
        file_name: file.file_name,
        outcome: 'failed',
        detail: error.message,
        upload_id: null,
      };
    }
  }
}

type Outcome = Omit<ImportedFile, 'file_name'>;

const refused = (detail: string): Outcome => ({ outcome: 'refused', detail, upload_id: null });

async function importFile(deps: Deps, found: FoundFile | UnreadableFile): Promise<Outcome> {
  if ('problem' in found) return { outcome: 'failed', detail: found.problem, upload_id: null };
  const { db, actor } = deps;
  const { file_name, size_bytes, modified_at } = found;
  const sent = createLibraryUpload.body.safeParse({
    file_name,
    size_bytes,
    modified_at: modified_at.toISOString(),
  });
  if (!sent.success) return refused(sent.error.issues[0]?.message ?? '');
  let file;
  try {
    file = acceptFile(sent.data);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refused(error.message);
  }
  const before = await findById(db, uploadIdOf(file));
  if (before?.state === 'failed') {
    if (before.problem && !PASSING.has(before.problem)) return outcomeOf(before);
    if (before.parts.length === partCount(before.size_bytes)) {
      await retryUpload(db, actor, before.id);
      return { outcome: 'sent', detail: 'It is tried again.', upload_id: before.id };
    }
  }
  const upload = await beginUpload(db, actor, file);
  if (upload.state !== 'receiving') return outcomeOf(upload);
  for (let part = 0; part < partCount(size_bytes); part += 1) {
    if (upload.parts.includes(part)) continue;
    const bytes = await found.read(part * LIBRARY_PART_BYTES, partBytes(size_bytes, part));
    await receivePart(deps, { id: upload.id, part, bytes, digest: '' });
  }
  return { outcome: 'sent', detail: '', upload_id: upload.id };
}

const findById = (db: Knex, id: string): Promise<UploadWithTrack | undefined> =>
  uploadsWithTracks(db).where('u.id', id).first<UploadWithTrack | undefined>();

/** Describes an upload that nothing is sent of any more. */
function outcomeOf({ id, state, problem, title, artist }: UploadWithTrack): Outcome {
  if (state === 'failed') {
    const isPassing = problem === null || PASSING.has(problem);
    const detail = PREPARATION_PROBLEMS[problem ?? 'unavailable'];
    return { outcome: isPassing ? 'failed' : 'refused', detail, upload_id: id };
  }
  if (state !== 'done') {
    return { outcome: 'preparing', detail: 'It was sent before.', upload_id: id };
  }
  return { outcome: 'known', detail: nameOf({ title, artist }), upload_id: id };
}

const nameOf = ({ title, artist }: Pick<UploadWithTrack, 'title' | 'artist'>): string =>
  artist === null ? `“${title}”` : `“${title}” by ${artist}`;

/**
 * Waits until the server has prepared files.
 * @returns one entry for each, as soon as it is prepared
 */
export async function* waitUntilPrepared(
  db: Knex,
  files: readonly ImportedFile[],
): AsyncGenerator<ImportedFile> {
  let waiting = files;
  while (waiting.length > 0) {
    const ids = waiting.flatMap(({ upload_id }) => upload_id ?? []);
    const rows: UploadWithTrack[] = await uploadsWithTracks(db)
      .whereIn('u.id', ids)
      .whereIn('u.state', ['done', 'failed']);
    const ended = new Map(rows.map((row) => [row.id, row]));
    for (const { file_name, upload_id } of waiting) {
      const upload = ended.get(upload_id ?? '');
      if (!upload) continue;
      const outcome = outcomeOf(upload);
      const isNew = upload.state === 'done' && !upload.is_duplicate;
      yield { file_name, ...outcome, ...(isNew && { outcome: 'added' }) };
    }
    waiting = waiting.filter(({ upload_id }) => upload_id !== null && !ended.has(upload_id));
    if (waiting.length > 0) await sleep(LOOK_EVERY_MS);
  }
}
