import {
  apiKeyName,
  apiKeyScopes,
  email,
  optionalLine,
  password,
  phoneNumber,
} from '@stationhouse/platform-api/contract/fields';
import { z } from 'zod';
import { newPasswordRules, signUpRules } from '../auth/rules.ts';

// As in auth/rules.ts: the contract's own fields, put together as the forms ask for them.

/** A line that is emptied by leaving it empty. */
const clearableLine = optionalLine.transform((typed) => typed || null);

const { first_name, last_name, country, company_website } = signUpRules.shape;

/** What the API knows of a member and lets them change. */
export const profileRules = z.object({
  first_name,
  last_name,
  phone_number: phoneNumber,
  country,
  company_name: clearableLine,
  company_address: clearableLine,
  company_city: clearableLine,
  company_postal_code: clearableLine,
  // An address typed without its 'https://' is understood here as it is at sign-up.
  company_website: company_website.transform((address) => address ?? null),
  company_vat_number: clearableLine,
});

/** Another e-mail address than the one that counts now. */
export const newEmailRules = (current: string | null) =>
  z.object({
    email: email.refine((typed) => typed !== current, 'This is your address already.'),
    current_password: password,
  });

/** Another password, and the one that counts now. */
export const passwordChangeRules = newPasswordRules.extend({ current_password: password });

/** What a key is called and may do; scopes as one choice: 'read', or 'read,write'. */
export const apiKeyRules = z.object({
  name: apiKeyName,
  scopes: z
    .string()
    .transform((chosen) => chosen.split(','))
    .pipe(apiKeyScopes),
});

/** The password once more; not asked for by whoever has just given it. */
export const passwordAgain = (isProven: boolean) => (isProven ? z.string() : password);

/** What an export asks for. */
export const exportRules = (isProven: boolean) => z.object({ password: passwordAgain(isProven) });

/** Numbers are written with spaces or without, addresses in capitals or not. */
const plain = (login: string): string => login.replaceAll(/\s/g, '').toLowerCase();

/** What the end of an account asks for. @param login the account's e-mail address or phone number */
export const deletionRules = (login: string, isProven: boolean) =>
  z.object({
    password: passwordAgain(isProven),
    typed_login: z
      .string()
      .refine((typed) => plain(typed) === plain(login), `Please type ${login} here.`),
  });
