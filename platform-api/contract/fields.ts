import { z } from 'zod';
import {
  API_KEY_SCOPES,
  CODE_DIGITS,
  MAX_EMAIL_LENGTH,
  MAX_LINE_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_TRIED_PASSWORD_LENGTH,
  MAX_URL_LENGTH,
} from './limits.ts';

/** A line that must hold something. `message` is what its form shows beside the field. */
export const requiredLine = (message: string) =>
  z.string(message).trim().min(1, message).max(MAX_LINE_LENGTH, 'Please use fewer characters.');

/** A line that may be left out. */
export const optionalLine = z
  .string()
  .trim()
  .max(MAX_LINE_LENGTH, 'Please use fewer characters.')
  .optional();

/** A line that can be emptied: null or '' clears it. */
export const clearableLine = optionalLine.unwrap().nullable().optional();

/** An e-mail address, lower-cased: as a login one address has one spelling. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_EMAIL_LENGTH, 'Please use a shorter address.')
  .regex(z.regexes.email, 'Please enter an email address, such as name@example.com.')
  .meta({ format: 'email', example: 'ada@example.com' });

/** A phone number as people write it: contact data only. */
export const phoneNumber = z
  .string()
  .trim()
  .max(MAX_PHONE_LENGTH, 'Please use fewer characters.')
  .meta({ example: '+44 20 7946 0000' });

/** A phone number as a login: E.164, what people put between the digits left out. */
export const loginPhone = z
  .string()
  .max(MAX_PHONE_LENGTH, 'Please use fewer characters.')
  .transform((text) => text.replace(/[\s().\-/]/g, ''))
  .pipe(
    z
      .string()
      .regex(
        /^\+[1-9]\d{6,14}$/,
        'Please enter the number with its country code, such as +44 20 7946 0000.',
      ),
  )
  .meta({ type: 'string', example: '+442079460000' });

/** Any password that may be tried. Whether a new one is good enough is decided by `isGoodPassword`. */
export const password = z
  .string()
  .min(1, 'Please enter your password.')
  .max(MAX_TRIED_PASSWORD_LENGTH, 'Please use a shorter password.')
  .meta({ format: 'password', example: 'a long walk by the sea' });

/** The address of a page of somebody else: http or https, nothing that runs. */
export const webAddress = z
  .url({
    protocol: /^https?$/,
    hostname: z.regexes.domain,
    error: 'Please enter a web address, such as https://example.com.',
  })
  .max(MAX_URL_LENGTH, 'Please use a shorter address.');

/** Required details of a user. */
export const firstName = requiredLine('Please enter your first name.');
export const lastName = requiredLine('Please enter your last name.');
export const country = requiredLine('Please choose your country.');

/** What its owner knows an API key by, and what it may do. */
export const apiKeyName = requiredLine('Please give the key a name.');
export const apiKeyScopes = z
  .array(z.enum(API_KEY_SCOPES))
  .min(1, 'Choose what the key can do.')
  .refine((scopes) => new Set(scopes).size === scopes.length, 'List each scope only once.');

/** A code that was sent. */
export const oneTimeCode = z
  .string()
  .trim()
  .regex(/^\d+$/, 'The code contains only digits.')
  .length(CODE_DIGITS, `The code has ${CODE_DIGITS} digits.`)
  .meta({ example: '402817' });

/** `{data, has_more, next_cursor}`: every list looks like this (design, HTTP API). */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    has_more: z.boolean().meta({ example: false }),
    next_cursor: z.string().nullable().meta({ example: null }),
  });

/** A time in an answer. Handlers give a Date, which is sent as text. */
export const time = z
  .preprocess(
    (value: Date | string) => (value instanceof Date ? value.toISOString() : value),
    z.iso.datetime(),
  )
  .meta({ example: '2026-11-21T09:30:00.000Z' });
export const id = z.uuid().meta({ example: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10' });
