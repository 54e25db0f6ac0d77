import { describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { createPasswords } from './passwords.ts';

const isBusy = (error: unknown): boolean => error instanceof AppError && error.kind === 'busy';

describe('a password', () => {
  it('is kept as argon2id with 19 MiB and two passes, never the same twice', async () => {
    const passwords = createPasswords();
    const first = await passwords.hash('a long walk by the sea');
    const second = await passwords.hash('a long walk by the sea');
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toContain('walk');
    expect(second).not.toBe(first);
  });

  it('counts to its last character: two that begin with the same 72 bytes differ', async () => {
    const passwords = createPasswords();
    const beginning = 'the same seventy-two bytes '.repeat(3).slice(0, 72);
    const hashed = await passwords.hash(`${beginning} and then this`);
    expect(await passwords.matches(`${beginning} and then this`, hashed)).toBe(true);
    expect(await passwords.matches(`${beginning} and then that`, hashed)).toBe(false);
    expect(await passwords.matches(beginning, hashed)).toBe(false);
  });

  it('of nobody is never right, even the one that stands in for it', async () => {
    const passwords = createPasswords();
    expect(await passwords.matches('nobody has this password', undefined)).toBe(false);
    expect(await passwords.matches('', null)).toBe(false);
  });

  it('is compared four at a time, 64 wait in line, and the rest are sent away', async () => {
    const passwords = createPasswords();
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, () => passwords.matches('a guess', null)),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(100 - 4 - 64);
    expect(refused.every((result) => isBusy(result.reason))).toBe(true);
    // Whoever comes after the rush is served: no place in line was lost.
    const later = await Promise.all(
      Array.from({ length: 68 }, () => passwords.matches('a guess', null)),
    );
    expect(later).toHaveLength(68);
  });
});
