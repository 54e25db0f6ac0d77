import { join, resolve } from 'node:path';
import { BackupFailed, openBackup, type Manifest } from '../operations/backup-format.ts';
import { backupName, noteBackup, noteVerified, pruneBackups } from '../operations/backup-times.ts';
import { backUp } from '../operations/backup.ts';
import { restore, verifyBackup } from '../operations/restore.ts';
import { CommandFailed, UsageError, type Command } from './command.ts';
import { onlyArgument } from './format.ts';

/** Runs, and shows a failure as one line. */
async function asCommand<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupFailed) throw new CommandFailed(error.message);
    throw error;
  }
}

function summaryOf({ tables, files }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${Object.keys(tables).length} tables, ${files.count} files of ${(files.bytes / 1e6).toFixed(1)} MB`;
}

/** @throws BackupFailed */
async function verify(
  databaseUrl: string,
  folder: string,
  programs: string | null,
): Promise<string> {
  const backup = await openBackup(folder);
  await verifyBackup({ databaseUrl, programs }, backup);
  await noteVerified(databaseUrl, backup.manifest);
  return `The backup of ${backup.manifest.created_at} is good: ${summaryOf(backup.manifest)}.\n`;
}

/** @throws UsageError */
function backupsToKeep(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new UsageError('Give a number of backups after --keep.');
  return Number(text);
}

/** Database and files. */
export const backupCommand: Command = {
  takes: '[--verify] [--keep <number>] <folder>',
  does: 'Write a backup of the database and all files into a new folder below this one; verify it; delete old ones.',
  options: { verify: { type: 'boolean' }, keep: { type: 'string' } },
  async run(args, { config, databaseUrl, openStorage }) {
    const parent = resolve(onlyArgument(args, 'one folder'));
    const keep = backupsToKeep(args.options['keep']);
    const folder = join(parent, backupName(new Date()));
    const deps = {
      databaseUrl: await databaseUrl(),
      storage: await openStorage(),
      programs: config.postgresPrograms,
      now: Date.now,
    };
    return asCommand(async () => {
      const manifest = await backUp(deps, folder);
      await noteBackup(deps.databaseUrl, manifest);
      const said = [`${folder}: ${summaryOf(manifest)}.\n`];
      if (args.flags.has('verify')) {
        said.push(await verify(deps.databaseUrl, folder, deps.programs));
      }
      // Last: a backup that is not good replaces none.
      if (keep !== null) {
        const old = await pruneBackups(parent, { keep, now: Date.now() });
        said.push(
          ...old.map((name) => `${join(parent, name)}: deleted, ${keep} newer ones are kept.\n`),
        );
      }
      return said.join('');
    });
  },
};

/** Without touching the installation. */
export const verifyBackupCommand: Command = {
  takes: '<backup>',
  does: 'Check every file of a backup, and restore its database into a scratch database to compare it.',
  options: {},
  async run(args, { config, databaseUrl }) {
    const folder = resolve(onlyArgument(args, 'one backup'));
    return asCommand(async () => verify(await databaseUrl(), folder, config.postgresPrograms));
  },
};

/** Into an empty installation. */
export const restoreCommand: Command = {
  takes: '<backup>',
  does: 'Restore a backup into an empty database and an empty storage. The copy is in stand-by.',
  options: {},
  async run(args, { config, databaseUrl, openStorage }) {
    const folder = resolve(onlyArgument(args, 'one backup'));
    return asCommand(async () => {
      const backup = await openBackup(folder);
      const deps = {
        databaseUrl: await databaseUrl(),
        storage: await openStorage(),
        programs: config.postgresPrograms,
        now: Date.now,
      };
      await restore(deps, backup);
      return (
        `Restored: ${summaryOf(backup.manifest)}.\n` +
        'This copy is in stand-by: it runs no jobs, sends no mail or webhook and charges nothing. ' +
        'When it takes over, run `standby off`.\n'
      );
    });
  },
};
