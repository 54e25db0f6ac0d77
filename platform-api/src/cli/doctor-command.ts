import { connect } from '../db/connection.ts';
import { examine, type Patient } from '../operations/doctor.ts';
import type { Finding } from '../operations/finding.ts';
import { CommandFailed, printable, UsageError, type Command } from './command.ts';

const WORDS: Record<Finding['state'], string> = {
  ok: 'ok',
  warning: 'WARNING',
  failed: 'FAILED',
  skipped: 'skipped',
};

/** Looks at everything, and prints each finding as soon as it is known. */
export const doctorCommand: Command = {
  takes: '',
  does: 'Look at everything that the program needs, from the database to the proxies in front.',
  options: {},
  async run({ words }, { config, databaseUrl, openStorage, log, print }) {
    if (words.length > 0) throw new UsageError(`Unknown argument: ${words.join(' ')}`);
    let close: () => Promise<void> = async () => undefined;
    const patient: Patient = {
      config,
      openStorage,
      now: Date.now,
      // Unlike other commands, it also looks at a database whose migrations are missing.
      async openDatabase() {
        const db = connect(await databaseUrl(), log);
        close = () => db.destroy();
        return db;
      },
    };
    const failures: string[] = [];
    try {
      for await (const { part, state, sentence } of examine(patient)) {
        print(`${WORDS[state].padEnd(8)} ${part.padEnd(14)} ${printable(sentence)}`);
        if (state === 'failed') failures.push(part);
      }
    } finally {
      await close();
    }
    if (failures.length === 0) return 'Everything that was looked at works.\n';
    throw new CommandFailed(`Not working: ${failures.join(', ')}.`);
  },
};
