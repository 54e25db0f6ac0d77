import { PASSWORD_LENGTH } from '@stationhouse/platform-api/contract/limits';

/** How hard a password is to guess, in three steps, and a few words of advice. */
export interface PasswordStrength {
  /** Bars that are lit: 0 while it would be refused. */
  bars: 0 | 1 | 2 | 3;
  advice: string;
}

/** What people take first; the API knows far more of them and has the last word. */
const EVERYBODYS = /^(?:pass(?:word|wort)|qwert|letmein|welcome|iloveyou|abc|123|111|admin|radio)/i;

/** Lengths, in characters, from which a password is good and strong (NIST SP 800-63B: length first). */
const GOOD_LENGTH = 12;
const STRONG_LENGTH = 16;

/** `aaaa`, `abab`, `1212`: too few different signs for their number. */
const repeats = (password: string): boolean => new Set(password).size * 3 <= password.length;

/**
 * A hint while one types. Length counts, not signs and capitals; what looks guessable stays at one bar.
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
  if ((EVERYBODYS.test(password) && length < STRONG_LENGTH) || repeats(password)) {
    return { bars: 1, advice: 'Easy to guess. Try three unrelated words.' };
  }
  if (length < GOOD_LENGTH) return { bars: 1, advice: 'Fair. Add another word.' };
  if (length < STRONG_LENGTH) return { bars: 2, advice: 'Good.' };
  return { bars: 3, advice: 'Strong.' };
}
