import { signUp } from '@stationhouse/platform-api/contract/accounts/auth';
import { describe, expect, test } from 'vitest';
import { codeRules } from './CodeForms.tsx';
import { passwordLoginRules } from './LoginForm.tsx';
import { signUpRules } from './SignUpForm.tsx';

const filledIn = {
  first_name: 'Grace',
  last_name: 'Hopper',
  email: 'Grace@Example.com',
  password: 'a long walk by the sea',
  country: 'United Kingdom',
  phone_number: '+442079460000',
  company_name: '',
  company_address: '',
  company_city: '',
  company_postal_code: '',
  company_website: '',
  company_vat_number: '',
};

describe('the sign-up form', () => {
  test('sends what the API accepts', () => {
    const sent = signUpRules.parse({ ...filledIn, company_website: 'example.com' });
    expect(sent.company_website).toBe('https://example.com');
    // The client leaves out empty fields.
    const body = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''));
    expect(signUp.body.safeParse(body).success).toBe(true);
  });

  test('has every field that the API accepts', () => {
    // The kind of place is in the address, not in the form.
    const { session: _, industry: __, ...shape } = signUp.body.shape;
    expect(Object.keys(signUpRules.shape).toSorted()).toEqual(Object.keys(shape).toSorted());
  });

  test.each([
    ['first_name', ' '],
    ['last_name', ''],
    ['email', 'grace@'],
    ['password', ''],
    ['password', 'short', 'Use at least 8 characters.'],
    ['country', ''],
    ['phone_number', ' ', 'Please enter your phone number.'],
    ['company_website', 'javascript:alert(1)'],
  ])('refuses a %s of %j', (field, value, message?: string) => {
    const faults = signUpRules.safeParse({ ...filledIn, [field]: value }).error?.issues ?? [];
    expect(faults[0]).toMatchObject({ path: [field], ...(message && { message }) });
  });
});

test('a phone number to sign in with needs its country code, and the email is ignored', () => {
  const typed = { email: 'half@', phone: '020 7946 0000', password: 'x' };
  expect(passwordLoginRules.phone.safeParse(typed).success).toBe(false);
  expect(passwordLoginRules.phone.parse({ ...typed, phone: '+44 20 7946 0000' }).phone).toBe(
    '+442079460000',
  );
});

test('a code may be pasted with spaces', () => {
  expect(codeRules.parse({ code: ' 402 817 ' })).toEqual({ code: '402817' });
  expect(codeRules.safeParse({ code: '4028' }).success).toBe(false);
});
