import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Knex } from 'knex';
import pg from 'pg';
import { DAY_MS } from '../../contract/time.ts';
import { BackupFailed, MANIFEST, type Manifest } from './backup-format.ts';

/** A nightly backup that is older than this is late, in hours: two hours for the backup itself. */
export const BACKUP_LATE_HOURS = 26;

/** A verified backup should not be older than this, in days: once a week, and a day. */
export const VERIFIED_LATE_DAYS = 8;

/** Backups that come earlier than a partial one, in ms, leave time for another backup that still runs. */
const ABANDONED_MS = DAY_MS;

const NAME = /^stationhouse-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(\.partial)?$/;

/** `stationhouse-2026-11-26T19-30-00Z`: a colon is no part of a file's name everywhere. */
export const backupName = (at: Date): string =>
  `stationhouse-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** The times of the newest backup and of the newest verified one. Null: no backup, or no verified one. */
export interface BackupTimes {
  made_at: Date | null;
  verified_at: Date | null;
}

/** When backups of this database were made, as far as the commands have made them. */
export async function readBackupTimes(db: Knex): Promise<BackupTimes> {
  const { rows } = await db.raw<{ rows: [BackupTimes] }>(
    `select max(made_at) as made_at, max(made_at) filter (where verified_at is not null) as verified_at
     from backups`,
  );
  return rows[0];
}

/** SQLSTATE: an earlier release has made the database, which the next start migrates. */
const UNDEFINED_TABLE = '42P01';

async function write(databaseUrl: string, statement: string, madeAt: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(statement, [madeAt]);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== UNDEFINED_TABLE) throw error;
  } finally {
    await client.end();
  }
}

/** Notes in the database that a backup was made. */
export const noteBackup = (databaseUrl: string, { created_at }: Manifest): Promise<void> =>
  write(
    databaseUrl,
    'insert into backups (made_at) values ($1) on conflict do nothing',
    created_at,
  );

/** Notes that a backup was verified, in the database that it is of. */
export const noteVerified = (databaseUrl: string, { created_at }: Manifest): Promise<void> =>
  write(databaseUrl, 'update backups set verified_at = now() where made_at = $1', created_at);

/**
 * Deletes all backups in a folder but the newest, and what is left of interrupted ones. Anything else stays.
 * @param keep how many stay, at least 1
 * @returns the names that were deleted
 * @throws BackupFailed naming a backup that cannot be deleted
 */
export async function pruneBackups(
  folder: string,
  { keep, now }: { keep: number; now: number },
): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).toSorted();
  const complete: string[] = [];
  const old: string[] = [];
  for (const name of names) {
    const hasManifest = await stat(join(folder, name, MANIFEST)).then(
      () => true,
      () => false,
    );
    const [, day, hours, minutes, seconds, partial] = NAME.exec(name) ?? [];
    const age = now - Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
    if (partial === undefined && hasManifest) complete.push(name);
    else if (partial !== undefined && age > ABANDONED_MS) old.push(name);
  }
  old.push(...complete.slice(0, -keep));
  for (const name of old) {
    await rm(join(folder, name), { recursive: true }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new BackupFailed(`The old backup ${name} cannot be deleted: ${reason}.`);
    });
  }
  return old;
}
