import type { Knex } from 'knex';
import { User } from '../accounts/user.ts';
import { changeRole } from '../admin/change-role.ts';
import { CommandFailed, onlyWord, type Command } from './command.ts';

/** Somebody with the machine in their hands: no account, and no address that they come from. */
const AT_THE_TERMINAL = { id: null, ip: null };

/** Makes somebody an admin who has signed up: how an operator gets the first one, or a way back in. */
export const makeAdmin: Command = {
  takes: '<email>',
  does: 'Make somebody an admin who has signed up.',
  options: {},
  async run(called, { openDatabase }) {
    const email = onlyWord(called, 'one e-mail address').toLowerCase();
    const db = await openDatabase();
    const { id: user_id } = await userWith(db, email);
    const isNew = await changeRole(db, AT_THE_TERMINAL, { user_id, role: 'admin' });
    return `${email} is an admin ${isNew ? 'now' : 'already'}.\n`;
  },
};

async function userWith(db: Knex, email: string): Promise<User> {
  const user = await User.findByLogin(db, { email });
  if (user) return user;
  throw new CommandFailed(
    `Nobody has signed up as ${email}. They do so on the site first, and confirm the address.`,
  );
}
