import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { CODE_TRIES, type CodeType } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import { queueJob } from '../jobs/job.ts';
import type { Logger } from '../log.ts';
import type { Mailer, SmsSender } from '../mail/mailer.ts';
import {
  DELIVER_CODE,
  deliverCodeTask,
  REQUEST_CODE,
  requestCodeTask,
  type CodeAbout,
  type SentCode,
} from './code-jobs.ts';
import { createCodeSecrets, hashLink } from './code-secrets.ts';
import type { Target } from './user.ts';

const SENT_CODE = ['id', 'user_id', 'type', 'target'] as const;

export type Codes = ReturnType<typeof createCodes>;

/**
 * One-time codes and links, which prove access to an email address or a phone number.
 *
 * @param deps.secrets make codes and links; the newest first
 * @param deps.publicUrl the base of links; the Host header of a request is never used
 */
export function createCodes(deps: {
  db: Knex;
  secrets: readonly string[];
  mailer: Mailer;
  sms: SmsSender;
  publicUrl: string;
  log: Logger;
}) {
  const { db } = deps;
  const secrets = createCodeSecrets(deps.secrets);

  /** Replaces the user's code of this type and queues its mail or text message. */
  async function issue(trx: Knex, about: CodeAbout): Promise<void> {
    const id = uuidv7();
    // Every transaction on a user's codes locks the user's row first: one lock order, no deadlock. A
    // code expires at once until it is sent.
    const { rowCount } = await trx.raw<{ rowCount: number }>(
      `with owner as (select id from users where id = :user_id for update)
       insert into one_time_codes
         (id, user_id, type, target, code_hash, link_hash, code_expires_at, link_expires_at)
       select :id, owner.id, :type, :target, :code_hash, :link_hash, now(), now() from owner
       on conflict (user_id, type) do update set
         id = excluded.id, target = excluded.target, tries = 0, created_at = now(),
         code_hash = excluded.code_hash, link_hash = excluded.link_hash,
         code_expires_at = now(), link_expires_at = now()`,
      { ...about, id, ...secrets.hashesOf(id) },
    );
    if (rowCount > 0) await queueJob(trx, DELIVER_CODE, { code_id: id });
  }

  return {
    issue,

    /**
     * Requests a code for the account with this address, if there is one. Only the job looks that up:
     * neither the answer nor its timing reveals accounts.
     */
    request: (type: CodeType, target: Target): Promise<void> =>
      queueJob(db, REQUEST_CODE, { type, target: nameOf(target) }),

    /**
     * Requests the code that confirms a new address or number. Only the job looks up whether another
     * account has it already.
     */
    requestChange: (trx: Knex, about: CodeAbout): Promise<void> =>
      queueJob(trx, REQUEST_CODE, about),

    /**
     * Finds the row of a code. Counts the try before it compares, so that a thousand parallel guesses
     * cannot exceed the tries that a code has.
     * @throws `spent_token` when the code is wrong, expired, used, or out of tries
     */
    async matchCode(type: CodeType, target: Target, code: string): Promise<SentCode> {
      const counted: (SentCode & { code_hash: Buffer })[] = await db('one_time_codes')
        .where({ type, target: nameOf(target) })
        .where('tries', '<', CODE_TRIES)
        .where('code_expires_at', '>', db.fn.now())
        .increment('tries')
        .returning([...SENT_CODE, 'code_hash']);
      const found = counted.find((row) => secrets.isCode(row, code));
      if (!found) throw new AppError('spent_token');
      return found;
    },

    /** Finds the row of a link. @throws `spent_token` */
    async matchLink(type: CodeType, token: string): Promise<SentCode> {
      const found: SentCode | undefined = await db('one_time_codes')
        .where({ type, link_hash: hashLink(token) })
        .where('link_expires_at', '>', db.fn.now())
        .first(...SENT_CODE);
      if (!found) throw new AppError('spent_token');
      return found;
    },

    /**
     * Deletes a code in the transaction that acts on it: of parallel requests one succeeds, and after
     * a rollback the code still works. Lock the user's row before.
     * @throws `spent_token`
     */
    async useUp(trx: Knex, { id }: SentCode): Promise<void> {
      if ((await trx('one_time_codes').where({ id }).delete()) === 0)
        throw new AppError('spent_token');
    },

    tasks: [requestCodeTask(db, issue), deliverCodeTask({ ...deps, secrets })],
  };
}

/** The one of the two that was given. */
const nameOf = ({ email, phone }: Target): string => email ?? phone ?? '';
