import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pLimit from 'p-limit';
import pg from 'pg';
import {
  BackupFailed,
  checkFile,
  DUMP,
  FILES,
  LANES,
  summarise,
  type Backup,
  type Manifest,
} from './backup-format.ts';
import type { BackupDeps } from './backup.ts';
import { outputOf, PLAIN, runPostgresProgram } from './postgres-programs.ts';
import { STORED_KEYS } from '../assets/asset.ts';

/**
 * Restores a backup into an empty database and an empty storage. The copy is in stand-by. After an interruption it can
 * run again: the files come first, and the database is restored in one transaction.
 *
 * @throws BackupFailed, `storage_unavailable`
 */
export async function restore(deps: BackupDeps, backup: Backup): Promise<void> {
  await requireEmptyDatabase(deps.databaseUrl);
  await requireOwnFilesOnly(deps, backup);
  const lane = pLimit(LANES);
  await Promise.all(
    backup.keys.map((key) =>
      lane(async () => {
        const path = `${FILES}/${key}`;
        const size_bytes = await checkFile(backup, path);
        const file = { path: join(backup.folder, path), size_bytes };
        // The program serves a file by the type in its row.
        await deps.storage.put(key, { ...file, content_type: 'application/octet-stream' });
      }),
    ),
  );
  await checkFile(backup, DUMP);
  await restoreDatabase(deps, backup);
  requireSame(backup.manifest.tables, await tablesOf(deps.databaseUrl));
}

/** @throws BackupFailed when the database has tables */
async function requireEmptyDatabase(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') limit 1`,
    );
    if (rows[0] === undefined) return;
    throw new BackupFailed(
      `The database of DATABASE_URL is not empty: it has the table ${rows[0].name}. Create an empty one.`,
    );
  });
}

/** @throws BackupFailed when the storage has an object that is not in the backup */
async function requireOwnFilesOnly({ storage }: BackupDeps, { sums }: Backup): Promise<void> {
  for await (const { key } of storage.list('')) {
    if (sums.has(`${FILES}/${key}`)) continue;
    throw new BackupFailed(
      `The storage is not empty: it has ${key}, which is not in this backup. Use an empty bucket or folder.`,
    );
  }
}

/** In one transaction, with which stand-by begins: a copy without it would mail customers and charge them. */
async function restoreDatabase(
  { databaseUrl, programs: folder }: Pick<BackupDeps, 'databaseUrl' | 'programs'>,
  backup: Backup,
): Promise<void> {
  async function* statements(): AsyncGenerator<Buffer | string> {
    yield 'begin;\n';
    yield* outputOf({
      folder,
      name: 'pg_restore',
      args: [...PLAIN, '--no-comments', '--file=-', join(backup.folder, DUMP)],
    });
    // Not reached when pg_restore failed: without a commit nothing is kept.
    yield "insert into public.operating_modes (mode) values ('standby') on conflict do nothing;\ncommit;\n";
  }
  await runPostgresProgram(
    {
      folder,
      name: 'psql',
      args: ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1'],
      databaseUrl,
    },
    statements(),
  );
}

/** @throws BackupFailed naming the tables that differ */
function requireSame(expected: Manifest['tables'], found: Manifest['tables']): void {
  const names = new Set([...Object.keys(expected), ...Object.keys(found)]);
  const wrong = [...names].filter(
    (name) =>
      expected[name]?.rows !== found[name]?.rows ||
      expected[name]?.checksum !== found[name]?.checksum,
  );
  if (wrong.length > 0) {
    throw new BackupFailed(`These tables differ from the backup: ${wrong.join(', ')}.`);
  }
}

const tablesOf = (databaseUrl: string): Promise<Manifest['tables']> =>
  withClient(databaseUrl, async (client) => {
    await client.query('begin read only');
    return summarise(client);
  });

/**
 * Verifies a backup: every file by its sum, and the database by restoring it into a scratch database beside that of
 * DATABASE_URL, whose role needs CREATEDB. The scratch database is dropped.
 *
 * @throws BackupFailed
 */
export async function verifyBackup(
  deps: Pick<BackupDeps, 'databaseUrl' | 'programs'>,
  backup: Backup,
): Promise<void> {
  const lane = pLimit(LANES);
  await Promise.all([...backup.sums.keys()].map((path) => lane(() => checkFile(backup, path))));
  const name = `stationhouse_verify_${randomBytes(4).toString('hex')}`;
  await withClient(deps.databaseUrl, (client) => client.query(`create database ${name}`));
  try {
    const scratch = new URL(deps.databaseUrl);
    scratch.pathname = `/${name}`;
    await restoreDatabase({ ...deps, databaseUrl: scratch.href }, backup);
    requireSame(backup.manifest.tables, await tablesOf(scratch.href));
    await requireFilesOfRows(scratch.href, backup);
  } finally {
    await withClient(deps.databaseUrl, (client) =>
      client.query(`drop database if exists ${name} with (force)`),
    );
  }
}

/** @throws BackupFailed when a row refers to a file that the backup lacks */
async function requireFilesOfRows(databaseUrl: string, { sums }: Backup): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ storage_key: string }>(STORED_KEYS);
    const missing = rows.filter(({ storage_key }) => !sums.has(`${FILES}/${storage_key}`));
    const [first] = missing;
    if (!first) return;
    throw new BackupFailed(
      `${missing.length} members' files are not in the backup, such as ${first.storage_key}.`,
    );
  });
}

async function withClient<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
