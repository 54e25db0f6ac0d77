import { describe, expect, it } from 'vitest';
import { BRAND } from '../../contract/brand.ts';
import { isGoodPassword } from './common-passwords.ts';

const OWN_NAMES = ['ada.byron@example.com', null, 'Ada', 'Byron', 'Analytical Cafe', undefined];

describe('a new password', () => {
  it.each([
    'a long walk by the sea',
    'Tr0ub4dor&3x',
    'пароль-из-слов',
    '夜のラジオ局は静かです',
    'x'.repeat(4) + 'y'.repeat(4) + 'z'.repeat(120),
    'has 12345678 inside of it',
  ])('may be %j', (password) => {
    expect(isGoodPassword(password, OWN_NAMES)).toBe(true);
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
    ['the own e-mail address', 'Ada.Byron@example.com'],
    ['the own e-mail address before the @', 'ada.byron'],
    ['the own last name with digits', 'Byron1815'],
    ['the own company', 'analytical cafe'],
    ['the own company, decorated', 'Analytical Cafe!!'],
  ])('may not be %s', (_, password) => {
    expect(isGoodPassword(password, OWN_NAMES)).toBe(false);
  });

  it('is measured in characters, not in bytes or halves of characters', () => {
    expect(isGoodPassword('🎧🎷🎺🎸🎻🥁🎹🎤', [])).toBe(true);
    expect(isGoodPassword('🎧🎷🎺🎸', [])).toBe(false);
  });
});
