import { describe, expect, it } from 'vitest';
import { BRAND } from '../../contract/site/brand.ts';
import { AppError } from '../errors.ts';
import { createPasswords, isGoodPassword } from './passwords.ts';

const isBusy = (error: unknown): boolean => error instanceof AppError && error.kind === 'busy';

describe('a password', () => {
  it('is stored as argon2id with 19 MiB and two passes, with a random salt', async () => {
    const passwords = createPasswords();
    const first = await passwords.hash('a long walk by the sea');
    const second = await passwords.hash('a long walk by the sea');
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toContain('walk');
    expect(second).not.toBe(first);
  });

  it('counts in full: two with the same first 72 bytes differ', async () => {
    const passwords = createPasswords();
    const beginning = 'the same seventy-two bytes '.repeat(3).slice(0, 72);
    const hashed = await passwords.hash(`${beginning} and then this`);
    expect(await passwords.matches(`${beginning} and then this`, hashed)).toBe(true);
    expect(await passwords.matches(`${beginning} and then that`, hashed)).toBe(false);
    expect(await passwords.matches(beginning, hashed)).toBe(false);
  });

  it('never matches an unknown user, not even the decoy', async () => {
    const passwords = createPasswords();
    expect(await passwords.matches('nobody has this password', undefined)).toBe(false);
    expect(await passwords.matches('', null)).toBe(false);
  });

  it('is hashed four at a time, 64 wait, and the rest are refused as busy', async () => {
    const passwords = createPasswords();
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, () => passwords.matches('a guess', null)),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(100 - 4 - 64);
    expect(refused.every((result) => isBusy(result.reason))).toBe(true);
    // After the rush requests are served again: no slot was lost.
    const later = await Promise.all(
      Array.from({ length: 68 }, () => passwords.matches('a guess', null)),
    );
    expect(later).toHaveLength(68);
  });
});

const OWN_NAMES = ['ada.byron@example.com', null, 'Ada', 'Byron', 'Analytical Cafe', undefined];

describe('a new password', () => {
  it.each([
    'a long walk by the sea',
    'Tr0ub4dor&3x',
    'пароль-из-слов',
    '夜のラジオ局は静かです',
    'x'.repeat(4) + 'y'.repeat(4) + 'z'.repeat(120),
    'has 12345678 inside of it',
  ])('may be %j', async (password) => {
    expect(await isGoodPassword(password, OWN_NAMES)).toBe(true);
  });

  it.each([
    ['shorter than eight characters', 'k3#vLq9'],
    ['longer than 128 characters', 'ab cd ef '.repeat(15).slice(0, 129)],
    ['of eight bytes but fewer characters', '日本語'],
    ['one that everybody tries first', 'password'],
    ['one that everybody tries first, in other letters', 'PassWord'],
    ['one that everybody tries first, with a year behind it', 'Password2026!'],
    ['a row of digits', '12345678'],
    ['a walk over the keyboard', 'qwertyuiop'],
    ['one letter eight times', 'aaaaaaaa'],
    ['two letters in turn', 'abababab'],
    ['the name of the house', BRAND.name],
    ['the name of the house, decorated', `${BRAND.name}123!`],
    ['the trade', 'radiostation1'],
    ['the own email address', 'Ada.Byron@example.com'],
    ['the own email address before the @', 'ada.byron'],
    ['the own last name with digits', 'Byron1815'],
    ['the own company', 'analytical cafe'],
    ['the own company, decorated', 'Analytical Cafe!!'],
  ])('may not be %s', async (_, password) => {
    expect(await isGoodPassword(password, OWN_NAMES)).toBe(false);
  });

  it('is measured in characters, not in bytes or UTF-16 units', async () => {
    expect(await isGoodPassword('🎧🎷🎺🎸🎻🥁🎹🎤', [])).toBe(true);
    expect(await isGoodPassword('🎧🎷🎺🎸', [])).toBe(false);
  });
});
