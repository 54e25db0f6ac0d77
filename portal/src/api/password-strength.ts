import { PASSWORD_LENGTH } from '@stationhouse/platform-api/contract/accounts/values';

/** How hard a password is to guess, and advice. */
interface PasswordStrength {
  /** From 1 (weak) to 3 (strong); 0 if the API would refuse it. */
  bars: 0 | 1 | 2 | 3;
  advice: string;
}

/** A password that the API would refuse, because many people use it. */
export const COMMON_PASSWORD: PasswordStrength = {
  bars: 1,
  advice: 'Many people use this one. Try three unrelated words.',
};

/** The most common beginnings. The API has a full list of common passwords and decides. */
const COMMON = /^(?:pass(?:word|wort)|qwert|letmein|welcome|iloveyou|abc|123|111|admin|radio)/i;

/** Lengths, in characters, from which a password is good and strong (NIST SP 800-63B: length first). */
const GOOD_LENGTH = 12;
const STRONG_LENGTH = 16;

/** Too few different characters for the length: `aaaa`, `abab`, `1212`. */
const repeats = (password: string): boolean => new Set(password).size * 3 <= password.length;

/**
 * Rates a password while it is typed, by its length. Passwords that are easy to guess get one bar.
 *
 * @example passwordStrength('a long walk by the sea').bars // 3
 */
export function passwordStrength(password: string): PasswordStrength {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH.min) {
    return { bars: 0, advice: `Use at least ${PASSWORD_LENGTH.min} characters.` };
  }
  if (length > PASSWORD_LENGTH.max) {
    return { bars: 0, advice: `Use at most ${PASSWORD_LENGTH.max} characters.` };
  }
  if ((COMMON.test(password) && length < STRONG_LENGTH) || repeats(password)) {
    return { bars: 1, advice: 'Easy to guess. Try three unrelated words.' };
  }
  if (length < GOOD_LENGTH) return { bars: 1, advice: 'Fair. Add another word.' };
  if (length < STRONG_LENGTH) return { bars: 2, advice: 'Good.' };
  return { bars: 3, advice: 'Strong.' };
}
