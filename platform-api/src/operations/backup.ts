import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import pg from 'pg';
import type { Storage } from '../assets/storage/storage.ts';
import {
  BackupFailed,
  DUMP,
  FILES,
  LANES,
  MANIFEST,
  SUMS,
  summarise,
  type Manifest,
} from './backup-format.ts';
import { PLAIN, runPostgresProgram } from './postgres-programs.ts';

export interface BackupDeps {
  databaseUrl: string;
  storage: Storage;
  /** The folder of PostgreSQL's programs; null: not installed. */
  programs: string | null;
  now: () => number;
}

/**
 * Writes a backup while the program runs. The folder gets its name when it is complete.
 *
 * The database is dumped after the files were copied, and files that came meanwhile are copied then: every file of a
 * row in the dump is in the backup, unless it was deleted during the backup.
 *
 * @param folder does not exist yet
 * @throws BackupFailed, `storage_unavailable`
 */
export async function backUp(deps: BackupDeps, folder: string): Promise<Manifest> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  if (isThere) throw new BackupFailed(`${folder} exists already.`);
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(join(partial, FILES), { recursive: true, mode: 0o700 });
  const files = new Map<string, { sum: string; size: number }>();
  await copyFiles(deps.storage, partial, files);
  const database = await dump(deps, partial);
  await copyFiles(deps.storage, partial, files);

  const sums = new Map([...files].map(([key, { sum }]) => [`${FILES}/${key}`, sum]));
  sums.set(DUMP, database.sum);
  const list = [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, sum]) => `${sum}  ${path}\n`)
    .join('');
  const manifest: Manifest = {
    format: 1,
    created_at: new Date(deps.now()).toISOString(),
    migration: database.migration,
    postgres: database.postgres,
    sums_sha256: createHash('sha256').update(list).digest('hex'),
    files: {
      count: files.size,
      bytes: [...files.values()].reduce((bytes, { size }) => bytes + size, 0),
    },
    tables: database.tables,
  };
  await writeFile(join(partial, SUMS), list);
  await writeFile(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  // Once for all files: a flush of each takes ten times as long as the copy.
  await promisify(execFile)('sync');
  await rename(partial, folder);
  await syncFolder(dirname(folder));
  return manifest;
}

/** Copies the objects that are not in `files` yet. */
async function copyFiles(
  storage: Storage,
  folder: string,
  files: Map<string, { sum: string; size: number }>,
): Promise<void> {
  const lane = pLimit(LANES);
  const copies: Promise<void>[] = [];
  for await (const { key } of storage.list('')) {
    if (files.has(key)) continue;
    copies.push(
      lane(async () => {
        const object = await storage.open(key);
        // Deleted meanwhile.
        if (!object) return;
        const path = join(folder, FILES, ...key.split('/'));
        await mkdir(dirname(path), { recursive: true });
        files.set(key, await writeHashed(object.stream, path));
      }),
    );
  }
  await Promise.all(copies);
}

async function writeHashed(
  stream: NodeJS.ReadableStream,
  path: string,
): Promise<{ sum: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(stream, counting, createWriteStream(path, { mode: 0o600 }));
  return { sum: hash.digest('hex'), size };
}

/** Dumps the database, and counts the rows of the same moment. */
async function dump({ databaseUrl, programs }: BackupDeps, folder: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ snapshot: string; postgres: string; migration: string }>(
      `select pg_export_snapshot() as snapshot, current_setting('server_version') as postgres,
         (select max(name) from knex_migrations) as migration`,
    );
    const { snapshot = '', postgres = '', migration = '' } = rows[0] ?? {};
    const path = join(folder, DUMP);
    const args = ['--format=custom', ...PLAIN, `--snapshot=${snapshot}`, `--file=${path}`];
    const [tables] = await Promise.all([
      summarise(client),
      runPostgresProgram({
        folder: programs,
        name: 'pg_dump',
        args,
        databaseUrl,
      }),
    ]);
    return { tables, postgres, migration, sum: await sumOf(path) };
  } finally {
    await client.end();
  }
}

async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path);
  try {
    for await (const chunk of file.createReadStream({ autoClose: false })) hash.update(chunk);
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}

/** Waits until a folder or file is on the disk. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path);
  await handle.sync();
  await handle.close();
}
