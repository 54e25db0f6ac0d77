import { randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** So many letters and digits, by chance. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/**
 * An id as Stripe makes them: what it is, then letters and digits.
 *
 * @param prefix such as `in`
 */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomText(length)}`;
}
