import { dictionary } from '@zxcvbn-ts/language-common';
import { BRAND } from '../../contract/brand.ts';
import { PASSWORD_LENGTH } from '../../contract/limits.ts';

/** The passwords that attackers try first: the 49,000 of zxcvbn, and our own name and trade. */
const COMMON = new Set([
  ...dictionary['passwords-common'],
  ...[BRAND.name, 'webradio', 'radiostation', 'mystation', 'listentome', 'onairradio'].map((word) =>
    word.toLowerCase(),
  ),
]);

/** What people put behind a word to make it look like another. */
const DECORATION = /[\d!?.#$*_@-]+$/;

/**
 * Whether a new password is good enough: long enough, and none of those that everybody tries first
 * (NIST SP 800-63B §5.1.1.2). No rule about kinds of characters: those make passwords worse.
 *
 * @param ownNames what is known of its owner, such as the e-mail address: no password at all
 */
export function isGoodPassword(password: string, ownNames: readonly (string | null | undefined)[]) {
  const { length } = [...password];
  if (length < PASSWORD_LENGTH.min || length > PASSWORD_LENGTH.max) return false;
  const lower = password.toLowerCase();
  const bare = lower.replace(DECORATION, '');
  if (new Set(lower).size < 3 || COMMON.has(lower) || COMMON.has(bare)) return false;
  const own = ownNames.flatMap((name) => (name ? [name.toLowerCase(), localPart(name)] : []));
  return !own.some((name) => name === lower || (name.length > 2 && name === bare));
}

const localPart = (email: string): string => email.toLowerCase().split('@')[0] ?? '';
