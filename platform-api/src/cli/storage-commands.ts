import {
  adoptStorage,
  claimStorage,
  confirmationCode,
  countFiles,
  idInDatabase,
  idInStorage,
} from '../assets/installation.ts';
import { ORPHAN_AFTER_DAYS, planSweep, removeOrphans } from '../assets/sweep-assets.ts';
import { ERRORS } from '../../contract/errors.ts';
import { CommandFailed, UsageError, type Arguments, type Command } from './command.ts';

const CONFIRM = { confirm: { type: 'string' } } as const;

/** Shows the storage that the configuration names, and makes it this installation's. */
export const adoptStorageCommand: Command = {
  takes: '[--confirm <code>]',
  does: 'Make the storage this installation’s, after showing what is in it.',
  options: CONFIRM,
  async run(args, { openDatabase, openStorage }) {
    requireNoWords(args);
    const deps = { db: await openDatabase(), storage: await openStorage() };
    if (await claimStorage(deps)) return 'The storage belongs to this installation.\n';
    const [inStorage, inDatabase] = [await idInStorage(deps.storage), await idInDatabase(deps.db)];
    const { files, known } = await countFiles(deps);
    const shown = [
      `Id in the storage:           ${inStorage ?? 'none'}`,
      `Id in the database:          ${inDatabase ?? 'none'}`,
      `Members’ files:              ${files}`,
      `Known to the database:       ${known}`,
    ];
    const code = confirmationCode('adopt', ...shown);
    if (isConfirmed(args, code)) {
      await adoptStorage(deps);
      return `The storage now belongs to this installation.\n`;
    }
    return lines(
      ...shown,
      '',
      'An installation that uses this storage now would stop being ready.',
      `Files without a row are deleted ${ORPHAN_AFTER_DAYS} days after the adoption.`,
      `To adopt the storage, repeat the command with --confirm ${code}`,
    );
  },
};

/** Shows the orphans that are due, and deletes them, however many they are. */
export const sweepStorageCommand: Command = {
  takes: '[--confirm <code>]',
  does: 'Delete files that the database does not know, after showing them.',
  options: CONFIRM,
  async run(args, { openDatabase, openStorage, config, log }) {
    requireNoWords(args);
    const { publicUrl } = config;
    const deps = { db: await openDatabase(), storage: await openStorage(), publicUrl, log };
    if (!(await claimStorage(deps))) throw new CommandFailed(ERRORS.storage_not_adopted.detail);
    const { files, due, kept } = await planSweep({ ...deps, now: Date.now });
    const keys = due.map(({ key }) => key);
    const code = confirmationCode('sweep', ...keys);
    if (due.length > 0 && isConfirmed(args, code)) {
      await removeOrphans(deps, due);
      return lines(...keys.map((key) => `deleted ${key}`));
    }
    return lines(
      ...due.map(({ key, modified_at }) => `${modified_at.toISOString().slice(0, 10)}  ${key}`),
      `${due.length} of ${files} files would be deleted: no row has referred to them for ${ORPHAN_AFTER_DAYS} days.`,
      ...(kept > 0 ? [`${kept} more have no row and are kept for now.`] : []),
      ...(due.length > 0 ? [`To delete them, repeat the command with --confirm ${code}`] : []),
    );
  },
};

/** @throws UsageError */
function requireNoWords({ words }: Arguments): void {
  if (words.length > 0) throw new UsageError(`Unknown argument: ${words.join(' ')}`);
}

/** @throws CommandFailed for the code of another plan: something has changed since it was shown */
function isConfirmed({ options: { confirm } }: Arguments, code: string): boolean {
  if (confirm === undefined || confirm === code) return confirm === code;
  throw new CommandFailed('This has changed since. Run the command without --confirm to see it.');
}

const lines = (...texts: string[]): string => texts.map((line) => `${line}\n`).join('');
