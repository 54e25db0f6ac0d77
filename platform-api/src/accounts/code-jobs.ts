import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { BRAND } from '../../contract/site/brand.ts';
import { CODE_SECONDS, LINK_SECONDS, type CodeType } from '../../contract/accounts/values.ts';
import { job, queueJob } from '../jobs/job.ts';
import type { Logger } from '../process/log.ts';
import { lifetime } from '../mail/format.ts';
import type { Mailer } from '../mail/mailer.ts';
import { renderMessage, type CodeAndLink, type RenderedMessage } from '../mail/message.ts';
import { queueMail } from '../mail/send-mail.ts';
import { alreadyRegistered } from './account-mails.tsx';
import { confirmEmail, confirmNewEmail, resetPassword, signInCode } from './code-mails.tsx';
import type { TextMessages } from '../mail/text-messages.ts';
import type { CodeSecrets } from './code-secrets.ts';
import { isEmail, User } from './user.ts';

/** The purpose and recipient of a code. */
export interface CodeAbout {
  user_id: string;
  type: CodeType;
  /** An email address or a phone number. */
  target: string;
}

/** A code that was sent. Entering it, or opening its link, proves access to the target. */
export interface SentCode extends CodeAbout {
  id: string;
}

/** A requested code. Without `user_id` the request named only an address, of any account or none. */
type CodeRequest = Omit<CodeAbout, 'user_id'> & { user_id?: string | undefined };

// The keys of this constant are the types themselves.
const codeType = z.enum(Object.keys(LINK_SECONDS) as CodeType[]);

/**
 * Issues a code once the request is answered. Without a matching user nothing is stored or sent, but the same statements
 * run and the same mail is rendered: other requests would otherwise be slower only after a known address.
 */
export const REQUEST_CODE = job({
  name: 'request_code',
  payload: z.object({
    type: codeType,
    target: z.string(),
    user_id: z.uuid().optional(),
  }),
  isMail: true,
  isCode: true,
  async run(
    { db, issue }: { db: Knex; issue: (trx: Knex, about: CodeAbout) => Promise<void> },
    request,
  ) {
    const { type, target } = request;
    // A code for a new phone number is never mailed.
    if (type === 'phone_change' && isEmail(target)) return;
    await db.transaction(async (trx) => {
      const user_id = await findUser(trx, request);
      const isChange = type === 'email_change' || type === 'phone_change';
      const owner = isChange ? await User.query(trx).findOne(loginBy(target)) : undefined;
      if (owner && user_id !== undefined && user_id !== owner.id && isEmail(target)) {
        await queueMail(trx, target, alreadyRegistered({}));
        return;
      }
      const recipient = owner ? undefined : user_id;
      await issue(trx, { user_id: recipient ?? uuidv7(), type, target });
    });
  },
});

/** Requests the mail to set a new password. The caller enforces the limits. */
export const requestRecovery = (db: Knex, email: string): Promise<void> =>
  queueJob(db, REQUEST_CODE, { type: 'recovery', target: email });

/** The id of the user to whom a code of this type can be sent at this address. */
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
      // A new number is stored only in its code.
      return user_id ?? findLatest(db, { type, target });
  }
}

const loginBy = (target: string) => (isEmail(target) ? { email: target } : { phone: target });

async function findUnconfirmed(db: Knex, target: string): Promise<User | undefined> {
  const confirmed_at = isEmail(target) ? 'email_confirmed_at' : 'phone_confirmed_at';
  return User.query(db).findOne(loginBy(target)).whereNull(confirmed_at);
}

/** If several users want one address, the one who was sent the latest code is waiting for it. */
async function findEmailChanging(
  db: Knex,
  new_email: string,
  userId?: string,
): Promise<string | undefined> {
  const changing = await User.query(db)
    .where({ new_email, ...(userId !== undefined && { id: userId }) })
    .select('id');
  const ids = changing.map(({ id }) => id);
  const waiting = await findLatest(db, { type: 'email_change', target: new_email }, ids);
  return waiting ?? ids[0];
}

/** The id of the user who was sent the latest code of this type to this address. */
async function findLatest(
  db: Knex,
  code: { type: CodeType; target: string },
  among?: string[],
): Promise<string | undefined> {
  const codes = db('one_time_codes').where(code).orderBy('created_at', 'desc');
  if (among) void codes.whereIn('user_id', among);
  return (await codes.first('user_id'))?.user_id;
}

/** The services that a code is sent with. */
export interface CodeDeps {
  db: Knex;
  secrets: CodeSecrets;
  mailer: Mailer;
  texts: TextMessages;
  publicUrl: string;
  log: Logger;
}

/**
 * Sends the mail or text message of a code; a retry sends the same one. The queue holds the id of its row, and the kind
 * of mail if it is one. The lifetime starts now, not at the request, so that a mail that waited for SMTP is still of use.
 * A code without a row was never issued, replaced or used meanwhile: its mail is written and thrown away.
 */
export const DELIVER_CODE = job({
  name: 'deliver_code',
  payload: z.object({ code_id: z.uuid(), mail: codeType.optional() }),
  isMail: true,
  isCode: true,
  async run({ db, secrets, mailer, texts, publicUrl, log }: CodeDeps, { code_id, mail }, { id }) {
    const write = (type: CodeType, { code, token }: { code: string; token: string }) =>
      render(type, { code, link: codeLink(publicUrl, { type, token }) });
    const row = await startLifetime(db, code_id);
    const made = { id: code_id, ...secrets.hashesOf(code_id) };
    const revealed = secrets.reveal(row ?? made);
    if (!revealed) {
      log.warn({ code_id }, 'a code was not sent: the secret it was made with is gone');
      return;
    }
    if (!row) {
      if (mail) await mailer.rehearse?.({ ...(await write(mail, revealed)), to: REHEARSED_TO, id });
    } else if (isEmail(row.target)) {
      await mailer.send({ ...(await write(row.type, revealed)), to: row.target, id });
    } else {
      const text = `${revealed.code} is your ${BRAND.name} code. It works for ${lifetime(CODE_SECONDS)}.`;
      await texts.send({ to: row.target, text, id }, { isProven: row.type === 'otp' });
    }
  },
});

/** The address of a link. Browsers send a fragment to no server and in no Referer, so the token gets into no log. */
export const codeLink = (
  publicUrl: string,
  { type, token }: { type: CodeType; token: string },
): string => `${publicUrl}/#type=${type}&token=${token}`;

/** The recipient of mails that are thrown away. */
const REHEARSED_TO = 'nobody@example.invalid';

async function startLifetime(
  db: Knex,
  id: string,
): Promise<(SentCode & { link_hash: Buffer }) | undefined> {
  const { rows } = await db.raw<{ rows: (SentCode & { link_hash: Buffer })[] }>(
    `update one_time_codes set
       code_expires_at = now() + make_interval(secs => :code_seconds),
       link_expires_at = now() + make_interval(secs => (:link_seconds::jsonb ->> type)::int)
     where id = :id returning id, user_id, type, target, link_hash`,
    { id, code_seconds: CODE_SECONDS, link_seconds: JSON.stringify(LINK_SECONDS) },
  );
  return rows[0];
}

function render(type: CodeType, given: CodeAndLink): Promise<RenderedMessage> {
  switch (type) {
    case 'otp':
      return renderMessage(signInCode, given);
    case 'signup':
      return renderMessage(confirmEmail, given);
    case 'email_change':
      return renderMessage(confirmNewEmail, given);
    case 'recovery':
      return renderMessage(resetPassword, { link: given.link });
    case 'phone_change':
      throw new Error('The code for a new phone number goes to a phone.');
  }
}
