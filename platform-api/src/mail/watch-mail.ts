import { Counter } from 'prom-client';
import { MINUTE_MS } from '../../contract/time.ts';
import type { Logger } from '../process/log.ts';
import type { Mailer } from './mailer.ts';

/** Failures for this long raise an alarm, in ms. */
const ALARM_AFTER_MS = 10 * MINUTE_MS;

/** The server refused one recipient or one message (nodemailer's codes), so it works. */
const OF_ONE_MAIL = new Set(['EENVELOPE', 'EMESSAGE']);

const mails = new Counter({
  name: 'stationhouse_mails_total',
  help: 'Mails that the mail server took, or did not.',
  labelNames: ['result'],
});

/**
 * The same mailer, which raises an alarm in the log after ten minutes in which the mail server only failed, and
 * says when it works again.
 * @param now in epoch ms
 */
export function watchMail<M extends Mailer>(mailer: M, log: Logger, now: () => number): M {
  let failingSince: number | null = null;
  let isRaised = false;

  async function watched<Result>(attempt: Promise<Result>): Promise<Result> {
    try {
      const result = await attempt;
      if (isRaised)
        log.warn({ alarm: 'mail' }, 'The mail server works again. Waiting mails leave now');
      failingSince = null;
      isRaised = false;
      return result;
    } catch (error) {
      if (!OF_ONE_MAIL.has(String(Reflect.get(Object(error), 'code')))) noteFailure(error);
      throw error;
    }
  }

  function noteFailure(error: unknown): void {
    failingSince ??= now();
    if (isRaised || now() - failingSince < ALARM_AFTER_MS) return;
    isRaised = true;
    log.error(
      { alarm: 'mail', err: error },
      'No mail could be sent for ten minutes. Mails wait for a day; look at SMTP_URL and the mail server',
    );
  }

  const check = mailer.check?.bind(mailer);
  return {
    ...mailer,
    async send(letter) {
      try {
        await watched(mailer.send(letter));
        mails.inc({ result: 'sent' });
      } catch (error) {
        mails.inc({ result: 'failed' });
        throw error;
      }
    },
    ...(check && { check: () => watched(check()) }),
  };
}
