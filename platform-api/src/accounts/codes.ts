import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import {
  CODE_TRIES,
  CODE_TRIES_OF_ALL,
  LINK_SECONDS,
  VALID_LINKS,
  type CodeType,
} from '../../contract/accounts/values.ts';
import { AppError } from '../errors.ts';
import { queueJob, tasksWith } from '../jobs/job.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { TextMessages } from '../mail/text-messages.ts';
import type { Logger } from '../process/log.ts';
import { DELIVER_CODE, REQUEST_CODE, type CodeAbout, type SentCode } from './code-jobs.ts';
import { createCodeSecrets, hashLink } from './code-secrets.ts';
import { isEmail, type Target } from './user.ts';

/** Counts a try of one address at a code. The condition holds for the row as parallel tries left it. */
const COUNT_TRY = (row: string) => `
  tries = ${row}.tries + 1,
  tries_by = ${row}.tries_by || jsonb_build_object(:from::text, coalesce((${row}.tries_by ->> :from)::int, 0) + 1)`;
const HAS_TRIES = (row: string) => `
  ${row}.code_expires_at > now() and ${row}.tries < :most
  and coalesce((${row}.tries_by ->> :from)::int, 0) < :most_of_one`;

/** The newest code and those before it. */
const TRY_CODE = `
  with newest as (
    update one_time_codes c set ${COUNT_TRY('c')}
    where c.type = :type and c.target = :target and ${HAS_TRIES('c')}
    returning c.id, c.user_id, c.type, c.target, c.code_hash
  ), earlier as (
    update earlier_links e set ${COUNT_TRY('e')} from one_time_codes c
    where c.id = e.code_id and c.type = :type and c.target = :target and ${HAS_TRIES('e')}
    returning e.id, c.user_id, c.type, c.target, e.code_hash
  )
  select * from newest union all select * from earlier`;

/** As many as a link that is mailed has. */
const LINK_BYTES = 32;

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
  texts: TextMessages;
  publicUrl: string;
  log: Logger;
}) {
  const { db } = deps;
  const secrets = createCodeSecrets(deps.secrets);

  /**
   * Replaces the user's code of this type and queues its mail or text message. Recent codes and links to the same
   * address still work, so that a stranger who requests another mail does not break the user's. Without such a user nothing
   * is stored, and the job only does the same work.
   */
  async function issue(trx: Knex, about: CodeAbout): Promise<void> {
    const id = uuidv7();
    await keepLink(trx, about);
    // Every transaction on a user's codes locks the user's row first: one lock order, no deadlock. A
    // code expires at once until it is sent.
    await trx.raw(
      `with owner as (select id from users where id = :user_id for update)
       insert into one_time_codes
         (id, user_id, type, target, code_hash, link_hash, code_expires_at, link_expires_at)
       select :id, owner.id, :type, :target, :code_hash, :link_hash, now(), now() from owner
       on conflict (user_id, type) do update set
         id = excluded.id, target = excluded.target, tries = 0, tries_by = '{}', created_at = now(),
         code_hash = excluded.code_hash, link_hash = excluded.link_hash,
         code_expires_at = now(), link_expires_at = now()`,
      { ...about, id, ...secrets.hashesOf(id) },
    );
    const mail = isEmail(about.target) ? about.type : undefined;
    await queueJob(trx, DELIVER_CODE, { code_id: id, mail });
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
     * cannot exceed the tries that a code has. One address has a part of them, so that a stranger does not void the
     * owner's code.
     * @param from the client's address (`limitedAddress`)
     * @throws `spent_token` when the code is wrong, expired, used, or out of tries
     */
    async matchCode(
      type: CodeType,
      target: Target,
      { code, from }: { code: string; from: string },
    ): Promise<SentCode> {
      const { rows } = await db.raw<{ rows: (SentCode & { code_hash: Buffer })[] }>(TRY_CODE, {
        type,
        target: nameOf(target),
        from: createHash('sha256').update(from).digest('base64url'),
        most: CODE_TRIES_OF_ALL,
        most_of_one: CODE_TRIES,
      });
      const found = rows.find((row) => secrets.isCode(row, code));
      if (!found) throw new AppError('spent_token');
      return found;
    },

    /** Finds the row of a link. @throws `spent_token` */
    async matchLink(type: CodeType, token: string): Promise<SentCode> {
      const { rows } = await db.raw<{ rows: SentCode[] }>(
        `select id, user_id, type, target from one_time_codes
         where type = :type and link_hash = :hash and link_expires_at > now()
         union all
         select e.id, c.user_id, c.type, c.target
         from earlier_links e join one_time_codes c on c.id = e.code_id
         where c.type = :type and e.link_hash = :hash and e.expires_at > now()`,
        { type, hash: hashLink(token) },
      );
      if (!rows[0]) throw new AppError('spent_token');
      return rows[0];
    },

    /**
     * Deletes a code, with all links of its kind, in the transaction that acts on it: of parallel requests one
     * succeeds, and after a rollback the code still works. Lock the user's row before.
     * @throws `spent_token`
     */
    async useUp(trx: Knex, { id, user_id, type }: SentCode): Promise<void> {
      const used = await trx('one_time_codes')
        .where({ user_id, type })
        .where((one) =>
          one.where({ id }).orWhereIn('id', earlierLinks(trx, { id }).select('code_id')),
        )
        .delete();
      if (used === 0) throw new AppError('spent_token');
    },

    tasks: tasksWith({ ...deps, secrets, issue }, REQUEST_CODE, DELIVER_CODE),
  };
}

/**
 * A link that signs in, for the operator to hand over where no mail arrives. Only its hash is stored.
 * @returns its token
 */
export async function makeSignInLink(
  db: Knex,
  { id: user_id, email }: { id: string; email: string },
): Promise<string> {
  const token = randomBytes(LINK_BYTES).toString('base64url');
  await db.transaction(async (trx) => {
    await keepLink(trx, { user_id, type: 'otp', target: email });
    await trx.raw(
      `insert into one_time_codes
         (id, user_id, type, target, code_hash, link_hash, code_expires_at, link_expires_at)
       values (:id, :user_id, 'otp', :email, :code_hash, :link_hash, now(), now() + make_interval(secs => :seconds))
       on conflict (user_id, type) do update set
         id = excluded.id, target = excluded.target, tries = 0, tries_by = '{}', created_at = now(),
         code_hash = excluded.code_hash, link_hash = excluded.link_hash,
         code_expires_at = excluded.code_expires_at, link_expires_at = excluded.link_expires_at`,
      {
        id: uuidv7(),
        user_id,
        email,
        // There is no code beside it.
        code_hash: randomBytes(LINK_BYTES),
        link_hash: hashLink(token),
        seconds: LINK_SECONDS.otp,
      },
    );
  });
  return token;
}

const earlierLinks = (trx: Knex, which: object) => trx('earlier_links').where(which);

/** Keeps the code and link that are about to be replaced, and the newest of those before them. */
async function keepLink(trx: Knex, { user_id, type, target }: CodeAbout): Promise<void> {
  await trx('users').where({ id: user_id }).forUpdate().first('id');
  const row = await trx('one_time_codes').where({ user_id, type }).first();
  if (!row) return;
  const ofRow = { code_id: row.id };
  // A link to another address, or one that was not sent yet, has nothing to keep.
  if (row.target !== target) return void (await earlierLinks(trx, ofRow).delete());
  await trx.raw(
    `insert into earlier_links
       (id, code_id, link_hash, expires_at, code_hash, code_expires_at, tries, tries_by)
     select id, id, link_hash, link_expires_at, code_hash, code_expires_at, tries, tries_by
     from one_time_codes
     where id = ? and link_expires_at > now()`,
    [row.id],
  );
  // Ids are UUIDs of version 7, which sort by time.
  const newest = earlierLinks(trx, ofRow)
    .orderBy('id', 'desc')
    .limit(VALID_LINKS - 1);
  await earlierLinks(trx, ofRow).whereNotIn('id', newest.select('id')).delete();
}

/** The one of the two that was given. */
const nameOf = ({ email, phone }: Target): string => email ?? phone ?? '';
