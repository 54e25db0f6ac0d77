import { ERRORS } from '../../contract/errors.ts';
import type { PersonalData } from '../../contract/admin/personal-data.ts';
import { RETENTION, retentionWords } from '../../contract/accounts/retention.ts';
import { erasePersonalData, findPersonalData } from '../admin/personal-data.ts';
import { confirmationCode } from '../assets/installation.ts';
import { AT_THE_TERMINAL, CommandFailed, type Command } from './command.ts';
import { emailIn, table } from './format.ts';

const listed = ({ kinds }: PersonalData): string =>
  table(
    ['KIND', 'COUNT', 'ERASURE', 'KEPT'],
    kinds.map(({ kind, count, erasure }) => [
      kind,
      String(count),
      erasure,
      `${retentionWords(kind)} (${RETENTION[kind].name})`,
    ]),
  );

/** Answers the request of a person to see or erase what is kept about an email address. */
export const personalDataCommand: Command = {
  takes: '<email> [--confirm <code>]',
  does: 'Show what is kept about an email address and for how long; erase it with the code that it shows.',
  options: { confirm: { type: 'string' } },
  async run(args, { openDatabase }) {
    const email = emailIn(args);
    const { confirm } = args.options;
    const db = await openDatabase();
    const found = await findPersonalData(db, email);
    if (found.kinds.length === 0) return `Nothing is kept about ${email}.\n`;
    if (found.customer?.has_subscription) {
      const { title, detail } = ERRORS.subscription_running;
      if (confirm !== undefined) throw new CommandFailed(`${title}. ${detail}`);
      return `${listed(found)}\n${title}. ${detail}\n`;
    }
    const code = confirmationCode('erase', email, found.customer?.user_id ?? '');
    if (confirm === undefined) {
      return `${listed(found)}\nTo erase it for good, repeat the command with --confirm ${code}\n`;
    }
    if (confirm !== code) {
      throw new CommandFailed('This is not the code. Run the command without --confirm to see it.');
    }
    await erasePersonalData(db, AT_THE_TERMINAL, email);
    return `${listed(found)}\nErased ${email}. What is marked as kept stays, as the law requires.\n`;
  },
};
