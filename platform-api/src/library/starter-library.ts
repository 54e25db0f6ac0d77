import type { Knex } from 'knex';
import { z } from 'zod';
import type { Storage } from '../assets/storage/storage.ts';
import { queueJob, taskFor, type Job, type Task } from '../jobs/job.ts';
import { importMusic } from './import-music.ts';
import { filesBelow, type FoundFile, type UnreadableFile } from './music-sources.ts';

/** Puts the recordings that come with the program into the library. */
const STOCK_LIBRARY: Job<object> = { name: 'stock_library', payload: z.object({}) };

/** The first minute belongs to the start itself: preparing sound loads a core. In ms. */
const AFTER_MS = 60_000;

/** The same in every copy of the program, whatever the copying made of the times of its files. */
const MODIFIED_AT = new Date('2026-11-01T00:00:00Z');

/** Queues the starter library of a new installation: one that has never had a user. */
export async function queueStarterLibrary(db: Knex, now: number): Promise<void> {
  if (await db('users').first('id')) return;
  await queueJob(db, STOCK_LIBRARY, {}, 'starter', new Date(now + AFTER_MS));
}

/** @param deps.starterMusic a folder of music */
export function stockLibraryTask(deps: {
  db: Knex;
  storage: Storage;
  uploadsDir: string;
  starterMusic: string;
}): Task {
  return taskFor(STOCK_LIBRARY, async () => {
    for await (const { file_name, outcome, detail } of importMusic(
      { ...deps, actor: null },
      starterFiles(deps.starterMusic),
    )) {
      if (outcome === 'failed') throw new Error(`${file_name}: ${detail}`);
    }
  });
}

async function* starterFiles(folder: string): AsyncGenerator<FoundFile | UnreadableFile> {
  for await (const file of filesBelow(folder)) {
    yield 'problem' in file ? file : { ...file, modified_at: MODIFIED_AT };
  }
}
