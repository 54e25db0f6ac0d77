import {
  apiKeyName,
  apiKeyScopes,
  country,
  email,
  firstName,
  lastName,
  optionalLine,
  password,
  phoneNumber,
} from '@stationhouse/platform-api/contract/fields';
import { z } from 'zod';
import { newPassword, optionalWebsite, passwordAgain, typedLogin } from '../api/form-rules.ts';

/** A line that is emptied by leaving it empty. */
const clearableLine = optionalLine.transform((typed) => typed || null);

/** What the API knows of a member and lets them change. */
export const profileRules = z.object({
  first_name: firstName,
  last_name: lastName,
  phone_number: phoneNumber,
  country,
  company_name: clearableLine,
  company_address: clearableLine,
  company_city: clearableLine,
  company_postal_code: clearableLine,
  // An address typed without its 'https://' is understood here as it is at sign-up.
  company_website: optionalWebsite.transform((address) => address ?? null),
  company_vat_number: clearableLine,
});

/** Another e-mail address than the one that counts now. */
export const newEmailRules = (current: string | null) =>
  z.object({
    email: email.refine((typed) => typed !== current, 'This is your address already.'),
    current_password: password,
  });

/** Another password, and the one that counts now. */
export const passwordChangeRules = z.object({ password: newPassword, current_password: password });

/** What a key is called and may do; scopes as one choice: 'read', or 'read,write'. */
export const apiKeyRules = z.object({
  name: apiKeyName,
  scopes: z
    .string()
    .transform((chosen) => chosen.split(','))
    .pipe(apiKeyScopes),
});

/** What an export asks for. */
export const exportRules = (isProven: boolean) => z.object({ password: passwordAgain(isProven) });

/** What the end of an account asks for. @param login the account's e-mail address or phone number */
export const deletionRules = (login: string, isProven: boolean) =>
  z.object({
    password: passwordAgain(isProven),
    typed_login: typedLogin(login),
  });
