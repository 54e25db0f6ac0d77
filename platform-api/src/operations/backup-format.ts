// A backup is a folder: `database.dump` (pg_dump's custom format), `files/` with the storage's objects by their keys,
// `SHA256SUMS` of both, which sha256sum reads, and `manifest.json`.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { z } from 'zod';
import { isStorageKey } from '../assets/storage/storage.ts';

/** The database or the files are not as they should be. The message is one line for the operator. */
export class BackupFailed extends Error {
  override name = 'BackupFailed';
}

export const DUMP = 'database.dump';
export const FILES = 'files';
export const SUMS = 'SHA256SUMS';
export const MANIFEST = 'manifest.json';

/** Objects that are copied at once: they mostly wait for the storage. */
export const LANES = 16;

const hex = z.string().regex(/^[0-9a-f]{64}$/);

const Manifest = z.object({
  format: z.literal(1),
  created_at: z.iso.datetime(),
  /** The newest migration. */
  migration: z.string(),
  postgres: z.string(),
  sums_sha256: hex,
  files: z.object({ count: z.int(), bytes: z.int() }),
  /** By name. The checksum does not depend on the order of the rows. */
  tables: z.record(z.string(), z.object({ rows: z.int(), checksum: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

/** A backup as its own lists describe it. */
export interface Backup {
  folder: string;
  manifest: Manifest;
  /** SHA-256 of each file by its path in the backup. */
  sums: ReadonlyMap<string, string>;
  /** Keys of the storage's objects. */
  keys: string[];
}

/** Reads the lists of a backup. @throws BackupFailed when one is missing, invalid or changed */
export async function openBackup(folder: string): Promise<Backup> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new BackupFailed(`${folder} is not a complete backup: it has no ${MANIFEST}.`);
  });
  const parsed = Manifest.safeParse(parseJson(text));
  if (!parsed.success) throw new BackupFailed(`${join(folder, MANIFEST)} is not a manifest.`);
  const manifest = parsed.data;
  const list = await readFile(join(folder, SUMS), 'utf8').catch(() => '');
  if (createHash('sha256').update(list).digest('hex') !== manifest.sums_sha256) {
    throw new BackupFailed(`${join(folder, SUMS)} has changed since the backup.`);
  }
  const sums = new Map(list.split('\n').filter(Boolean).map(readLine));
  const keys = [...sums.keys()]
    .filter((path) => path.startsWith(`${FILES}/`))
    .map((path) => path.slice(FILES.length + 1));
  if (!sums.has(DUMP) || keys.length !== manifest.files.count || !keys.every(isStorageKey)) {
    throw new BackupFailed(`${join(folder, SUMS)} does not list what the manifest says.`);
  }
  return { folder, manifest, sums, keys };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A line of `SHA256SUMS`. */
const readLine = (line: string): [path: string, sum: string] => [line.slice(66), line.slice(0, 64)];

/** Compares a file with its sum. @returns its size @throws BackupFailed */
export async function checkFile({ folder, sums }: Backup, path: string): Promise<number> {
  const hash = createHash('sha256');
  const file = join(folder, path);
  const size = await stat(file).then(
    (found) => found.size,
    () => null,
  );
  if (size === null) throw new BackupFailed(`${file} is missing.`);
  await pipeline(createReadStream(file), hash);
  if (hash.digest('hex') !== sums.get(path)) {
    throw new BackupFailed(`${file} has changed since the backup.`);
  }
  return size;
}

/** Restoring switches stand-by on, so this table differs. */
const NOT_COMPARED = 'public.operating_modes';

/** Rows and a checksum of each table, in the client's transaction. */
export async function summarise(client: pg.Client): Promise<Manifest['tables']> {
  // Texts of times and numbers depend on these.
  await client.query(
    "set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex'; set local extra_float_digits = 1",
  );
  const { rows } = await client.query<{ name: string; quoted: string }>(
    `select schemaname || '.' || tablename as name, format('%I.%I', schemaname, tablename) as quoted
     from pg_tables where schemaname in ('public', 'graphile_worker') order by 1`,
  );
  const tables: Manifest['tables'] = {};
  for (const { name, quoted } of rows) {
    if (name === NOT_COMPARED) continue;
    const counted = await client.query<{ rows: string; checksum: string }>(
      `select count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as checksum
       from ${quoted} t`,
    );
    const [row] = counted.rows;
    tables[name] = { rows: Number(row?.rows), checksum: row?.checksum ?? '' };
  }
  return tables;
}
