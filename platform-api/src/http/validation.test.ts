import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApiKey } from '../../contract/accounts/api-keys.ts';
import { createToken, signUp, verifyCode } from '../../contract/accounts/auth.ts';
import { faultsOf, invalidTexts } from './validation.ts';

/** `field code: message`, for each field that is not right. */
function faults(schema: z.ZodType, given: unknown): string[] {
  const { error } = schema.safeParse(given);
  return error
    ? faultsOf(error, given).map((one) => `${one.field} ${one.code}: ${one.message}`)
    : [];
}

const signUpBody = signUp.body_examples['with an email address'];

describe('the invalid fields of a request', () => {
  it('are empty for a valid request', () => {
    expect(faults(signUp.body, signUpBody)).toEqual([]);
  });

  it('list each field once, with the message of its form', () => {
    const given = { ...signUpBody, first_name: ' ', country: undefined, email: 'ada' };
    expect(faults(signUp.body, given)).toEqual([
      'email invalid_format: Please enter an email address, such as name@example.com.',
      'first_name too_small: Please enter your first name.',
      'country required: Please choose your country.',
    ]);
  });

  it('have a default message for missing fields', () => {
    expect(faults(z.strictObject({ url: z.string() }), {})).toEqual([
      'url required: This field is required.',
    ]);
  });

  it('list every unknown field', () => {
    const given = { ...signUpBody, role: 'admin', is_admin: true };
    expect(faults(signUp.body, given)).toEqual([
      'role unknown_field: This field is not allowed here.',
      'is_admin unknown_field: This field is not allowed here.',
    ]);
  });

  it('name positions in lists and objects', () => {
    const given = { name: 'Key', scopes: ['read', 'owner'] };
    expect(faults(createApiKey.body, given)).toEqual([expect.stringMatching(/^scopes\.1 /)]);
    const address = z.strictObject({ company: z.strictObject({ postal_code: z.string() }) });
    expect(faults(address, { company: { city: 'London' } })).toEqual([
      'company.postal_code required: This field is required.',
      'company.city unknown_field: This field is not allowed here.',
    ]);
  });

  it('describe the union member that fits best', () => {
    expect(faults(verifyCode.body, { type: 'signup', token: '' })).toEqual([
      expect.stringMatching(/^token too_small/),
    ]);
    expect(faults(createToken.body, { grant_type: 'magic' })).toEqual([
      expect.stringMatching(/^grant_type /),
    ]);
    expect(faults(z.union([z.string(), z.number()]), {})).toHaveLength(1);
  });
});

describe('a text that PostgreSQL cannot store', () => {
  it.each([
    ['a NUL', { a: 'x\0' }, ['a']],
    ['half of a pair', { a: '\ud83d' }, ['a']],
    ['the other half', { a: '\ude00' }, ['a']],
    ['halves in the wrong order', { a: '\ude00\ud83d' }, ['a']],
    ['one further in', { a: [{ b: 'x\0' }, 'y'] }, ['a.0.b']],
    ['several', { a: '\0', b: '\0' }, ['a', 'b']],
  ])('is found: %s', (_, given, expected) => {
    expect(invalidTexts(given).map(({ field }) => field)).toEqual(expected);
  });

  it('is not found in ordinary text of any script', () => {
    const given = { a: '👩‍👩‍👧‍👦 日本語 العربية\u202e\ufeff\uffff', b: 1, c: null, d: [true] };
    expect(invalidTexts(given)).toEqual([]);
  });
});
