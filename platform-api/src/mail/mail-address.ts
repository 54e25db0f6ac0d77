import { z } from 'zod';
import { MAX_EMAIL_LENGTH } from '../../contract/limits.ts';

/**
 * One plain address and nothing else: `local@host` of ASCII letters, digits and the few signs that occur.
 * Mail libraries read lists, groups, comments and names into longer texts; four of nodemailer's seven
 * advisories of 2026 lie in that parser, and `a, b` is two recipients to it (security, Mail).
 */
const ONE_ADDRESS = z.string().max(MAX_EMAIL_LENGTH).regex(z.regexes.email);

/** @throws Error when it is not exactly one plain address. Its message does not repeat it. */
export function assertOneAddress(address: string): void {
  if (!ONE_ADDRESS.safeParse(address).success) throw new Error('not one plain e-mail address');
}
