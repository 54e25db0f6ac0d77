import { randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Random letters and digits. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/**
 * An id in Stripe's form: a prefix for the type, then letters and digits.
 *
 * @param prefix such as `in`
 */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomText(length)}`;
}

/** The id in a reference. The ledger stores ids only, though the library's types also allow objects. */
export function refId(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null;
  return typeof reference === 'string' ? reference : reference.id;
}

/**
 * An object with the keys of Stripe's published example (stripe-examples.json); a test compares them.
 * The library's types and the examples differ by a few keys, hence the assertion.
 */
export function shaped<T extends object>(object: Partial<T> & Record<string, unknown>): T {
  return object as T;
}
