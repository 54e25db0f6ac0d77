import type { z } from 'zod';
import type { signUpRules } from './rules.ts';

/** What the sign-up form holds while it is filled in. */
export type SignUpValues = z.input<typeof signUpRules>;

export const NOTHING_SIGNED_UP: SignUpValues = {
  first_name: '',
  last_name: '',
  email: '',
  password: '',
  country: '',
  phone_number: '',
  company_name: '',
  company_address: '',
  company_city: '',
  company_postal_code: '',
  company_website: '',
  company_vat_number: '',
};
