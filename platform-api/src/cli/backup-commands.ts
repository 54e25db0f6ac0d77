import { join, resolve } from 'node:path';
import { BackupFailed, openBackup, type Manifest } from '../operations/backup-format.ts';
import { backUp } from '../operations/backup.ts';
import { restore, verifyBackup } from '../operations/restore.ts';
import { CommandFailed, type Command } from './command.ts';
import { onlyWord } from './format.ts';

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

/** `2026-11-26T19-30-00Z`: a colon is no part of a file's name everywhere. */
const stamp = (): string => `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** Database and files. */
export const backupCommand: Command = {
  takes: '<folder>',
  does: 'Write a backup of the database and all files into a new folder below this one.',
  options: {},
  async run(args, { config, databaseUrl, openStorage }) {
    const folder = join(resolve(onlyWord(args, 'one folder')), `stationhouse-${stamp()}`);
    const deps = {
      databaseUrl: await databaseUrl(),
      storage: await openStorage(),
      programs: config.postgresPrograms,
      now: Date.now,
    };
    const manifest = await asCommand(() => backUp(deps, folder));
    return `${folder}: ${summaryOf(manifest)}.\n`;
  },
};

/** Without touching the installation. */
export const verifyBackupCommand: Command = {
  takes: '<backup>',
  does: 'Check every file of a backup, and restore its database into a scratch database to compare it.',
  options: {},
  async run(args, { config, databaseUrl }) {
    const folder = resolve(onlyWord(args, 'one backup'));
    return asCommand(async () => {
      const backup = await openBackup(folder);
      const deps = { databaseUrl: await databaseUrl(), programs: config.postgresPrograms };
      await verifyBackup(deps, backup);
      return `The backup of ${backup.manifest.created_at} is good: ${summaryOf(backup.manifest)}.\n`;
    });
  },
};

/** Into an empty installation. */
export const restoreCommand: Command = {
  takes: '<backup>',
  does: 'Restore a backup into an empty database and an empty storage. The copy is in stand-by.',
  options: {},
  async run(args, { config, databaseUrl, openStorage }) {
    const folder = resolve(onlyWord(args, 'one backup'));
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
