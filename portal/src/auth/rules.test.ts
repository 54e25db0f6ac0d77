import { signUp } from '@stationhouse/platform-api/contract/auth';
import { describe, expect, test } from 'vitest';
import { codeRules, loginRules, signUpRules } from './rules.ts';

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
  test('sends what the API takes', () => {
    const sent = signUpRules.parse({ ...filledIn, company_website: 'example.com' });
    expect(sent.company_website).toBe('https://example.com');
    // The client leaves out what is empty.
    const body = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''));
    expect(signUp.body.safeParse(body).success).toBe(true);
  });

  test('asks for everything that the API knows of', () => {
    const { session: _, ...shape } = signUp.body.shape;
    expect(Object.keys(signUpRules.shape).toSorted()).toEqual(Object.keys(shape).toSorted());
  });

  test.each([
    ['first_name', ' ', 'Please enter your first name.'],
    ['last_name', '', 'Please enter your last name.'],
    ['email', 'grace@', 'Please enter an e-mail address, such as name@example.com.'],
    ['password', '', 'Please enter your password.'],
    ['password', 'short', 'Use at least 8 characters.'],
    ['country', '', 'Please choose your country.'],
    ['phone_number', ' ', 'Please enter your phone number.'],
    [
      'company_website',
      'javascript:alert(1)',
      'Please enter a web address, such as https://example.com.',
    ],
  ])('refuses a %s of %j', (field, value, message) => {
    const faults = signUpRules.safeParse({ ...filledIn, [field]: value }).error?.issues ?? [];
    expect(faults[0]).toMatchObject({ path: [field], message });
  });
});

test('a phone number to sign in with needs its country code, and the e-mail address is not asked', () => {
  const typed = { email: 'half@', phone: '020 7946 0000', password: 'x' };
  expect(loginRules.phone.safeParse(typed).success).toBe(false);
  expect(loginRules.phone.parse({ ...typed, phone: '+44 20 7946 0000' }).phone).toBe(
    '+442079460000',
  );
});

test('a code may be pasted as it is written', () => {
  expect(codeRules.parse({ code: ' 402 817 ' })).toEqual({ code: '402817' });
  expect(codeRules.safeParse({ code: '4028' }).success).toBe(false);
});
