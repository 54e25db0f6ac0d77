// Backtracking takes minutes for these texts, so that the tests would not end in time.
import { expect, it } from 'vitest';
import { PASSWORD_LENGTH } from '../../contract/accounts/values.ts';
import { isGoodPassword } from '../accounts/passwords.ts';
import { describeError } from '../process/log.ts';
import { withoutFormula } from './csv.ts';

const MILLION = 1_000_000;

it.each(['\t', ',', ' ', '"', ',"', '\r\n'])(
  'a cell of %j is searched in linear time',
  (filler) => {
    const text = `a${filler.repeat(MILLION)}b`;
    expect(withoutFormula(text)).toBe(text);
  },
);

it.each(['a', 'a@', '@', 'a@a', '.', 'a@b-'])(
  'an error of %j is logged in linear time',
  (filler) => {
    const error = new Error(`${filler.repeat(MILLION)} ada@example.com`);
    error.stack = '';
    expect(Reflect.get(describeError(error), 'message')).toMatch(/ \(address\)$/);
  },
);

it('a password of digits is compared in linear time', async () => {
  const password = `${'1'.repeat(PASSWORD_LENGTH.max - 3)}abc`;
  expect(await isGoodPassword(password, [])).toBe(true);
});
