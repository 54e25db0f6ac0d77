import {
  country,
  email,
  firstName,
  lastName,
  loginPhone,
  oneTimeCode,
  optionalLine,
  password,
  phoneNumber,
} from '@stationhouse/platform-api/contract/fields';
import { z } from 'zod';
import { newPassword, optionalWebsite } from '../api/form-rules.ts';

// The contract's own fields, put together as the forms ask for them. The calls themselves stay out of the
// page: to make all of `auth.ts` takes a slow phone a tenth of a second.

/** How somebody says who they are. */
export type Way = 'email' | 'phone';

/** What was typed into the field that is not asked for now. */
const unasked = z.string();

const target = {
  email: { email, phone: unasked },
  phone: { email: unasked, phone: loginPhone },
} as const;

/** E-mail or phone number, and a password (specification §5). */
export const loginRules = {
  email: z.object({ ...target.email, password }),
  phone: z.object({ ...target.phone, password }),
} as const satisfies Record<Way, z.ZodType>;

/** Where a code is sent to. */
export const codeTargetRules = {
  email: z.object(target.email),
  phone: z.object(target.phone),
} as const satisfies Record<Way, z.ZodType>;

/** The code itself, for which people also type what stands between its digits. */
export const codeRules = z.object({
  code: z
    .string()
    .transform((typed) => typed.replace(/[\s-]/g, ''))
    .pipe(oneTimeCode),
});

/** An e-mail address alone. */
export const emailRules = z.object({ email });

export const newPasswordRules = z.object({ password: newPassword });

/** What the form asks for: with an e-mail address and a phone number, unlike other clients (§5). */
export const signUpRules = z.object({
  first_name: firstName,
  last_name: lastName,
  email,
  password: newPassword,
  country,
  phone_number: phoneNumber.min(1, 'Please enter your phone number.'),
  company_name: optionalLine,
  company_address: optionalLine,
  company_city: optionalLine,
  company_postal_code: optionalLine,
  company_website: optionalWebsite,
  company_vat_number: optionalLine,
});
