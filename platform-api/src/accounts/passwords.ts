import { hash, verify, type Options } from '@node-rs/argon2';
import { Busy } from '../errors.ts';

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
  /** @throws Busy */
  hash(password: string): Promise<string>;
  /**
   * Takes as long for nobody's password as for somebody's, so that time tells nothing.
   * @throws Busy
   */
  matches(password: string, hashed: string | null | undefined): Promise<boolean>;
}

export function createPasswords(): Passwords {
  const inTurn = createTurns();
  const nobodys = hash('nobody has this password', ARGON2ID);
  return {
    hash: (password) => inTurn(() => hash(password, ARGON2ID)),
    async matches(password, hashed) {
      const isRight = await inTurn(async () => verify(hashed ?? (await nobodys), password));
      return isRight && typeof hashed === 'string';
    },
  };
}

/** Lets a few work at once, some wait in line, and sends the rest away. */
function createTurns() {
  let working = 0;
  const waiting: (() => void)[] = [];
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (working >= AT_ONCE) {
      if (waiting.length >= MAX_WAITING) throw Busy();
      // Whoever finishes hands the place on: it is never free for somebody who comes in between.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      working += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else working -= 1;
    }
  };
}
