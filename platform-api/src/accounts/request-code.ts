import type { Knex } from 'knex';
import { z } from 'zod';
import { LINK_SECONDS, type CodeType } from '../../contract/limits.ts';
import { queueJob, taskFor, type Job, type Task } from '../jobs/job.ts';
import { queueMail } from '../mail/send-mail.ts';
import type { Codes } from './one-time-codes.ts';
import { User } from './user.ts';

/** A code that was asked for: by somebody who may be nobody's, or by a member who changes something. */
interface CodeRequest {
  type: CodeType;
  target: string;
  /** Who changes something; absent when only the address was named. */
  user_id?: string | undefined;
}

/** Finds out whether there is anybody to send a code to, behind the back of whoever asked. */
export const REQUEST_CODE: Job<CodeRequest> = {
  name: 'request_code',
  payload: z.object({
    // The keys of an object of ours are the types themselves.
    type: z.enum(Object.keys(LINK_SECONDS) as CodeType[]),
    target: z.string(),
    user_id: z.uuid().optional(),
  }),
};

/** Asks for the letter by which whoever has this address sets a new password; limits are the caller's. */
export const requestRecovery = (db: Knex, email: string): Promise<void> =>
  queueJob(db, REQUEST_CODE, { type: 'recovery', target: email });

export const isEmail = (target: string): boolean => target.includes('@');

/** Makes the code that was asked for, or silently nothing when nobody can be meant. */
export function requestCodeTask(db: Knex, issue: Codes['issue']): Task {
  return taskFor(REQUEST_CODE, (request) =>
    db.transaction(async (trx) => {
      const user_id = await findUser(trx, request);
      if (user_id === undefined) return;
      const { type, target } = request;
      const isChange = type === 'email_change' || type === 'phone_change';
      const owner = isChange ? await User.query(trx).findOne(loginBy(target)) : undefined;
      if (!owner) await issue(trx, { user_id, type, target });
      else if (isEmail(target) && owner.id !== user_id) {
        await queueMail(trx, { message: 'already-registered', to: target });
      }
    }),
  );
}

/** Whoever a code of this type can be for at this address. */
async function findUser(db: Knex, request: CodeRequest): Promise<string | undefined> {
  const { type, target, user_id } = request;
  switch (type) {
    case 'otp':
    case 'recovery':
      return (await User.findByLogin(db, loginBy(target)))?.id;
    case 'signup':
      return (await findUnconfirmed(db, target))?.id;
    case 'email_change':
      return findEmailChanging(db, target, user_id);
    case 'phone_change':
      // A new number stands nowhere but in its code.
      return user_id ?? findWaiting(db, { type, target });
  }
}

const loginBy = (target: string) => (isEmail(target) ? { email: target } : { phone: target });

async function findUnconfirmed(db: Knex, target: string): Promise<User | undefined> {
  const confirmed_at = isEmail(target) ? 'email_confirmed_at' : 'phone_confirmed_at';
  return User.query(db).findOne(loginBy(target)).whereNull(confirmed_at);
}

/** Several may want one address: the last who was sent a code is the one who waits for it. */
async function findEmailChanging(
  db: Knex,
  new_email: string,
  user_id?: string,
): Promise<string | undefined> {
  const changing = await User.query(db)
    .where({ new_email, ...(user_id !== undefined && { id: user_id }) })
    .select('id');
  const ids = changing.map(({ id }) => id);
  const waiting = await findWaiting(db, { type: 'email_change', target: new_email }, ids);
  return waiting ?? ids[0];
}

/** The last who was sent a code of this type to this address, of all or of these. */
async function findWaiting(
  db: Knex,
  code: { type: CodeType; target: string },
  among?: string[],
): Promise<string | undefined> {
  const codes = db('one_time_codes').where(code).orderBy('created_at', 'desc');
  if (among) void codes.whereIn('user_id', among);
  return (await codes.first('user_id'))?.user_id;
}
