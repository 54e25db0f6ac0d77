import type { Knex } from 'knex';
import { z } from 'zod';
import { BRAND } from '../../contract/brand.ts';
import { CODE_SECONDS, LINK_SECONDS } from '../../contract/limits.ts';
import { taskFor, type Job, type Task } from '../jobs/job.ts';
import type { Logger } from '../log.ts';
import { confirmEmail } from '../mail/confirm-email.tsx';
import { confirmNewEmail } from '../mail/confirm-new-email.tsx';
import { lifetime } from '../mail/lifetime.ts';
import type { Mailer, SmsSender } from '../mail/mailer.ts';
import type { CodeAndLink } from '../mail/message.ts';
import { renderMessage, type RenderedMessage } from '../mail/render-message.ts';
import { resetPassword } from '../mail/reset-password.tsx';
import { signInCode } from '../mail/sign-in-code.tsx';
import type { CodeSecrets } from './code-secrets.ts';
import type { SentCode } from './one-time-codes.ts';
import { isEmail } from './request-code.ts';

/** Sends a code. Its row's id is all that lies in the queue. */
export const DELIVER_CODE: Job<{ code_id: string }> = {
  name: 'deliver_code',
  payload: z.object({ code_id: z.uuid() }),
};

/**
 * Writes a code's letter or text message, every time the same. Its time begins to run now, not when it
 * was asked for: a mail that waited for SMTP is still of use. One that was replaced or used meanwhile has
 * no row any more, and nothing is sent.
 */
export function deliverCodeTask(deps: {
  db: Knex;
  secrets: CodeSecrets;
  mailer: Mailer;
  sms: SmsSender;
  publicUrl: string;
  log: Logger;
}): Task {
  const { db, secrets, mailer, sms, publicUrl, log } = deps;
  return taskFor(DELIVER_CODE, async ({ code_id }, { id }) => {
    const row = await startTime(db, code_id);
    if (!row) return;
    const revealed = secrets.reveal(row);
    if (!revealed) {
      log.warn({ code_id }, 'a code was not sent: the secret it was made with is gone');
      return;
    }
    const { code, token } = revealed;
    if (isEmail(row.target)) {
      // The fragment is in no log and no Referer (API rules, Mail links).
      const link = `${publicUrl}/#type=${row.type}&token=${token}`;
      await mailer.send({ ...(await write(row, { code, link })), to: row.target, id });
    } else {
      const text = `${code} is your ${BRAND.name} code. It works for ${lifetime(CODE_SECONDS)}.`;
      await sms.send({ to: row.target, text, id });
    }
  });
}

async function startTime(
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

function write({ type }: SentCode, given: CodeAndLink): Promise<RenderedMessage> {
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
