import { password, webAddress } from '@stationhouse/platform-api/contract/fields';
import { z } from 'zod';
import { passwordStrength } from './password-strength.ts';

// Built from the contract's fields, not its calls: building all of `auth.ts` takes a slow phone 100 ms.

/** A password to set. Only the API knows whether it is a common one. */
export const newPassword = password.superRefine((typed, { addIssue }) => {
  const { bars, advice } = passwordStrength(typed);
  if (bars === 0) addIssue({ code: 'custom', message: advice });
});

/** The current password; optional while there is a step-up proof. */
export const passwordAgain = (isProven: boolean) => (isProven ? z.string() : password);

/** Adds the `https://` that people leave out. */
export const withScheme = (address: string): string =>
  /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`;

/** A website, with or without its scheme; undefined when empty. */
export const optionalWebsite = z
  .string()
  .trim()
  .transform((address) => (address === '' ? undefined : withScheme(address)))
  .pipe(webAddress.optional());

const withoutSpaces = (login: string): string => login.replaceAll(/\s/g, '').toLowerCase();

/** Confirms a deletion: the email address or phone number of the account, ignoring case and spaces. */
export const typedLogin = (login: string) =>
  z
    .string()
    .refine((typed) => withoutSpaces(typed) === withoutSpaces(login), `Please type ${login} here.`);
