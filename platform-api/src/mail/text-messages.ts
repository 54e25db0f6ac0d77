import parsePhoneNumber, { type NumberType } from 'libphonenumber-js/max';
import { AppError } from '../errors.ts';
import { limitedAddress } from '../http/client-address.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Logger } from '../process/log.ts';
import type { SmsSender, TextMessage } from './mailer.ts';

/** The rest costs more or reaches nobody: premium rate, shared cost, personal numbers, pagers, unassigned ones. */
const ORDINARY: readonly NumberType[] = ['MOBILE', 'FIXED_LINE', 'FIXED_LINE_OR_MOBILE', 'VOIP'];

export type TextMessages = ReturnType<typeof createTextMessages>;

/**
 * Text messages within limits, because each one costs money.
 * @param deps.smsCountries countries that get text messages, as ISO 3166-1 alpha-2 codes
 */
export function createTextMessages(deps: {
  sms: SmsSender;
  smsCountries: readonly string[];
  limits: RateLimits;
  log: Logger;
}) {
  const { sms, smsCountries, limits, log } = deps;

  function isSupported(phone: string): boolean {
    const number = parsePhoneNumber(phone);
    return (
      number?.country !== undefined &&
      smsCountries.includes(number.country) &&
      ORDINARY.includes(number.getType())
    );
  }

  return {
    /**
     * Counts a request that leads to a text message, whether or not an account has the number.
     * @param phone E.164
     * @param address of the client
     * @throws `number_not_supported`, `rate_limited`
     */
    async admit(phone: string, address: string): Promise<void> {
      if (!isSupported(phone)) throw new AppError('number_not_supported');
      await limits.take('text', limitedAddress(address));
    },

    /**
     * Sends a text message, or drops it: to a number that is no longer supported, or beyond a limit.
     * @param about.isProven whether an account has confirmed the number
     */
    async send(message: TextMessage, { isProven }: { isProven: boolean }): Promise<void> {
      if (!isSupported(message.to)) return;
      if (!isProven && !(await limits.hasRoom('text_unproven', message.to))) return;
      const beyond = await limits.countBeyond('text_budget', 'everybody');
      if (beyond === 1) {
        log.error({ alarm: 'text_budget' }, 'no more text messages are sent in this hour');
      }
      if (beyond === 0) await sms.send(message);
    },
  };
}
