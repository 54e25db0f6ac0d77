import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { CODE_TRIES, type CodeType } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import { queueJob, type Task } from '../jobs/job.ts';
import type { Logger } from '../log.ts';
import type { Mailer, SmsSender } from '../mail/mailer.ts';
import { createCodeSecrets, hashLink } from './code-secrets.ts';
import { DELIVER_CODE, deliverCodeTask } from './deliver-code.ts';
import { REQUEST_CODE, requestCodeTask } from './request-code.ts';
import type { Target } from './user.ts';

/** What a code is for and where it goes. */
export interface CodeAbout {
  user_id: string;
  type: CodeType;
  /** An e-mail address or a phone number. */
  target: string;
}

/** A code that was sent: whoever gave it, or its link, reads the address. */
export interface SentCode extends CodeAbout {
  id: string;
}

/** Codes and links that prove that somebody reads an address. */
export interface Codes {
  /** Makes a code in place of the one before it, and queues its mail or text message. */
  issue(trx: Knex, about: CodeAbout): Promise<void>;
  /**
   * Asks for a code for whoever has this address, if anybody does. The same statement for a stranger as
   * for a member: only the job finds out, so neither words nor time tell.
   */
  request(type: CodeType, target: Target): Promise<void>;
  /**
   * Asks for the code that confirms somebody's new address or number. If that belongs to another account
   * already only the job finds out: the same statement either way.
   */
  requestChange(trx: Knex, about: CodeAbout): Promise<void>;
  /**
   * Finds what a code stands for. The try is counted before anything is compared, so that of a thousand
   * guesses at once no more are looked at than a code has tries.
   * @throws `spent_token` when it is wrong, too old, used, or has had its tries
   */
  matchCode(type: CodeType, target: Target, code: string): Promise<SentCode>;
  /** Finds what a link stands for. @throws `spent_token` */
  matchLink(type: CodeType, token: string): Promise<SentCode>;
  /**
   * Uses a code up, in the transaction of what it is good for: of many at once only one has it, and one
   * whose purpose fails can be used again. Lock the user's row before.
   * @throws `spent_token`
   */
  useUp(trx: Knex, code: SentCode): Promise<void>;
  tasks: Task[];
}

const SENT_CODE = ['id', 'user_id', 'type', 'target'] as const;

/**
 * @param deps.secrets make codes and links; the newest first
 * @param deps.publicUrl what links are made of, whatever a request says of hosts
 */
export function createCodes(deps: {
  db: Knex;
  secrets: readonly string[];
  mailer: Mailer;
  sms: SmsSender;
  publicUrl: string;
  log: Logger;
}): Codes {
  const { db } = deps;
  const secrets = createCodeSecrets(deps.secrets);

  async function issue(trx: Knex, about: CodeAbout): Promise<void> {
    const id = uuidv7();
    // The user's row first: everything that touches somebody's codes takes the locks in this order. A
    // code has no time until it is sent.
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
    request: (type, target) => queueJob(db, REQUEST_CODE, { type, target: nameOf(target) }),
    requestChange: (trx, about) => queueJob(trx, REQUEST_CODE, about),
    async matchCode(type, target, code) {
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
    async matchLink(type, token) {
      const found: SentCode | undefined = await db('one_time_codes')
        .where({ type, link_hash: hashLink(token) })
        .where('link_expires_at', '>', db.fn.now())
        .first(...SENT_CODE);
      if (!found) throw new AppError('spent_token');
      return found;
    },
    async useUp(trx, { id }) {
      if ((await trx('one_time_codes').where({ id }).delete()) === 0)
        throw new AppError('spent_token');
    },
    tasks: [requestCodeTask(db, issue), deliverCodeTask({ ...deps, secrets })],
  };
}

/** The one of the two that was given. */
const nameOf = ({ email, phone }: Target): string => email ?? phone ?? '';
