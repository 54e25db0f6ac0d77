import { hash, verify, type Options } from '@node-rs/argon2';
import { createLimit } from '../concurrency-limit.ts';

/** argon2id with 19 MiB, two passes, one lane (OWASP, Password Storage Cheat Sheet). About 20 ms. */
const ARGON2ID: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Two cores hash some 175 passwords a second: a flood of sign-ins must not starve everything else
 * (security, Login).
 */
const AT_ONCE = 4;
const MAX_WAITING = 64;

/** Hashes and compares passwords, a few at a time. */
export interface Passwords {
  /** @throws `busy` */
  hash(password: string): Promise<string>;
  /**
   * Takes as long for nobody's password as for somebody's, so that time tells nothing.
   * @throws `busy`
   */
  matches(password: string, hashed: string | null | undefined): Promise<boolean>;
}

export function createPasswords(): Passwords {
  const inTurn = createLimit({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING });
  const nobodys = hash('nobody has this password', ARGON2ID);
  return {
    hash: (password) => inTurn(() => hash(password, ARGON2ID)),
    async matches(password, hashed) {
      const isRight = await inTurn(async () => verify(hashed ?? (await nobodys), password));
      return isRight && typeof hashed === 'string';
    },
  };
}
