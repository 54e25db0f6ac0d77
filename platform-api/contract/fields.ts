import { z } from 'zod';
import {
  API_KEY_SCOPES,
  MAX_API_KEY_DAYS,
  CODE_DIGITS,
  MAX_PASSKEY_TEXT_LENGTH,
  MAX_TRIED_PASSWORD_LENGTH,
} from './accounts/values.ts';
import { MAX_EMAIL_LENGTH, MAX_LINE_LENGTH, MAX_PHONE_LENGTH, MAX_URL_LENGTH } from './values.ts';
import { WEBHOOK_EVENTS } from './webhooks/values.ts';
import { WEEKDAYS } from './schedule/values.ts';
import { zoneFault } from './zones.ts';

/** A required line of text. @param message the error beside the field of a form */
export const requiredLine = (message: string) =>
  z.string(message).trim().min(1, message).max(MAX_LINE_LENGTH, 'Please use fewer characters.');

/** An optional line of text. */
export const optionalLine = z
  .string()
  .trim()
  .max(MAX_LINE_LENGTH, 'Please use fewer characters.')
  .optional();

/** An optional line of text that null or '' clears. */
export const clearableLine = optionalLine.unwrap().nullable().optional();

/**
 * The rule of browsers for `<input type=email>` (HTML, "valid email address"): `b&b@hotel.example`, `ada..b@example.com`.
 * It is stricter in two points. The domain has a dot and its last label a letter: mail to others is never delivered. Encoded
 * words (RFC 2047) are left out, since mail programs would show another address.
 */
export const EMAIL_PATTERN =
  /^(?!.*=\?)[A-Za-z\d.!#$%&'*+/=?^_`{|}~-]+@(?:[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?\.)+(?!\d+$)[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?$/;

/** A domain with other letters, `müller.example`, and nothing that would end a host name in a URL. */
const OTHER_LETTERS = /^(?=.*[^\0-\x7f])[^\s/?#@:\\%[\]<>|^]+$/;

/** By the platform's parser of URLs, which the contract reaches through zod alone. */
function asciiDomain(domain: string): string {
  const url = z.url({ normalize: true }).safeParse(`http://${domain}/`);
  return url.data?.slice('http://'.length, -1) ?? domain;
}

/** Lower case, so that a login has only one spelling. A domain with other letters gets its ASCII form (UTS 46). */
function plainEmail(text: string): string {
  const at = text.lastIndexOf('@');
  const [local, domain] = at < 0 ? ['', ''] : [text.slice(0, at), text.slice(at + 1)];
  const address = OTHER_LETTERS.test(domain) ? `${local}@${asciiDomain(domain)}` : text;
  // Only A to Z: the Kelvin sign lower-cases to k, but is no letter of an address.
  return address.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}

/** An email address. */
export const email = z
  .string()
  .trim()
  .overwrite(plainEmail)
  .max(MAX_EMAIL_LENGTH, 'Please use a shorter address.')
  .regex(EMAIL_PATTERN, 'Please enter an email address, such as name@example.com.')
  .meta({ format: 'email', example: 'ada@example.com' });

/** A phone number in any notation, for contact only. */
export const phoneNumber = z
  .string()
  .trim()
  .max(MAX_PHONE_LENGTH, 'Please use fewer characters.')
  .meta({ example: '+44 20 7946 0000' });

/** A phone number for signing in: E.164, with separators removed. */
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

/** A password at sign-in. New passwords have more rules (accounts/passwords). */
export const password = z
  .string()
  .min(1, 'Please enter your password.')
  .max(MAX_TRIED_PASSWORD_LENGTH, 'Please use a shorter password.')
  .meta({ format: 'password', example: 'a long walk by the sea' });

/** The URL of another website. Only http and https, because `javascript:` would be XSS. */
export const webAddress = z
  .url({
    protocol: /^https?$/,
    hostname: z.regexes.domain,
    error: 'Please enter a web address, such as https://example.com.',
  })
  .max(MAX_URL_LENGTH, 'Please use a shorter address.');

/** An accent colour; in lower case, so that a colour has one spelling. */
export const accentColour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[\da-f]{6}$/, 'Enter a colour as # and six digits from 0 to f, such as #1a0a53.')
  .meta({ example: '#c2410c' });

/** Required details of a user. */
export const firstName = requiredLine('Please enter your first name.');
export const lastName = requiredLine('Please enter your last name.');
export const country = requiredLine('Please choose your country.');

/** Name and scopes of an API key. */
export const apiKeyName = requiredLine('Please give the key a name.');
export const apiKeyScopes = z
  .array(z.enum(API_KEY_SCOPES))
  .min(1, 'Choose what the key can do.')
  .refine((scopes) => unique(scopes), 'List each scope only once.')
  .refine(
    (scopes) => scopes.some((scope) => scope !== 'admin'),
    'Add another scope: `admin` alone allows nothing.',
  );
export const apiKeyDays = z.int().min(1).max(MAX_API_KEY_DAYS);

/** A one-time code from a mail or text message. */
export const oneTimeCode = z
  .string()
  .trim()
  .regex(/^\d+$/, 'The code contains only digits.')
  .length(CODE_DIGITS, `The code has ${CODE_DIGITS} digits.`)
  .meta({ example: '402817' });

/** The code of an authenticator app, or a recovery code. */
export const factorCode = z
  .string()
  .trim()
  .min(6, 'The app’s code has 6 digits.')
  .max(40, 'This is too long for a code.')
  .meta({ example: '402817' });

/** Bytes in Base64url, as WebAuthn’s JSON has them. */
export const base64url = z
  .string()
  .max(MAX_PASSKEY_TEXT_LENGTH)
  .regex(/^[\w-]+$/, 'This is not Base64url.')
  .meta({ example: 'Yk3vN0fJm1x7cQ2hZr8sTQ' });

/** The fields that both of a passkey’s answers have. Unknown ones are left out: browsers add some. */
export const passkeyAnswer = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
});

/** A passkey’s answer to a challenge: WebAuthn’s `AuthenticationResponseJSON`. */
export const passkeyProof = passkeyAnswer
  .extend({
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.nullish(),
    }),
  })
  .meta({ id: 'PasskeyProof' });

/** The proof of a second factor. */
export const secondFactor = z
  .union([factorCode, passkeyProof])
  .describe('The code of the app, a recovery code, or the answer of a passkey.');

export const passkeyName = requiredLine('Please give the passkey a name.');

/** The format of every list: `{data, has_more, next_cursor}`. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    has_more: z.boolean().meta({ example: false }),
    next_cursor: z.string().nullable().meta({ example: null }),
  });

/** A time in an answer. Handlers return a Date, which is sent as ISO 8601. */
export const time = z
  .preprocess(
    (value: Date | string) => (value instanceof Date ? value.toISOString() : value),
    z.iso.datetime(),
  )
  .meta({ example: '2026-11-21T09:30:00.000Z' });
export const id = z.uuid().meta({ example: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10' });

/** Whether each item is listed only once. */
export const unique = <T>(items: readonly T[]) => new Set(items).size === items.length;

/**
 * Requires exactly one of two optional fields of a body, here and in its JSON Schema.
 * @param message for the second field, when both or neither are sent
 */
export const exactlyOne = <Body extends z.ZodObject>(
  body: Body,
  fields: readonly [keyof Body['shape'] & string, keyof Body['shape'] & string],
  message: string,
): Body =>
  body
    .refine(
      (sent: Record<string, unknown>) =>
        (sent[fields[0]] === undefined) !== (sent[fields[1]] === undefined),
      { path: [fields[1]], message },
    )
    .meta({ oneOf: fields.map((field) => ({ required: [field] })) });

/** Address and events of a webhook. */
export const webhookUrl = z
  .url({ protocol: /^https?$/, error: 'Please enter a web address, such as https://example.com.' })
  .max(MAX_URL_LENGTH, 'Please use a shorter address.')
  .meta({ example: 'https://counting-house.example/hooks/radio' });
export const webhookEvents = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1, 'Choose at least one event.')
  .refine(unique, 'List each event only once.')
  .meta({ example: ['station.silent', 'station.recovered'] });

/** An IANA time zone, such as Europe/London. `withZone` refuses others in requests: answers show what was saved before. */
export const zone = z
  .string()
  .max(MAX_LINE_LENGTH)
  .meta({ description: 'An IANA time zone.', example: 'Europe/London' });

/**
 * Refuses a body with a time zone in which no schedule can run.
 * @param path of the zone in the body; a part that is missing or null has none
 */
export function withZone<Body extends z.ZodType>(body: Body, path: readonly string[]): Body {
  const zoneOf = (sent: unknown): unknown =>
    path.reduce<unknown>((value, name) => Object(value)[name] as unknown, sent);
  return body.superRefine((sent, ctx) => {
    const name = zoneOf(sent);
    const message = typeof name === 'string' ? zoneFault(name) : null;
    if (message !== null) ctx.addIssue({ code: 'custom', message, path: [...path] });
  });
}

const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const INVALID_TIME = 'Please enter a time, such as 09:30.';

/** A local time. */
export const timeOfDay = z.string().regex(TIME_OF_DAY, INVALID_TIME).meta({ example: '09:30' });

/** OpenAPI's `date-time` has no local times, so this is not the schema itself. Seconds are optional. */
const moment = z.union([
  z.iso.datetime({ local: true, offset: true }),
  z.iso.datetime({ local: true, offset: true, precision: -1 }),
]);

/** A moment with `Z` or an offset, in a request. Seconds are optional. */
export const instant = z
  .string()
  .refine(
    (text) => moment.safeParse(text).success && /(?:Z|[+-]\d\d:?\d\d)$/.test(text),
    'Please give a moment, such as 2026-11-24T09:30:00Z.',
  )
  .meta({ format: 'date-time', example: '2026-11-24T09:30:00.000Z' });

/** A day and a time of a station. */
export const stationMoment = z
  .string()
  .refine((text) => moment.safeParse(text).success, 'Please choose a day and a time.')
  .meta({
    description: 'Local time in the station’s time zone. With `Z` or an offset, a moment.',
    example: '2026-11-24T18:30',
  });

/** A local time at which something ends: an end at or before the start is on the next day. */
export const endOfDay = z
  .string()
  .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, INVALID_TIME)
  .meta({
    description:
      'Exclusive. 24:00 is the end of the day; at or before `from` it is on the next day.',
    example: '24:00',
  });

/** Days of the week. */
export const days = z
  .array(z.enum(WEEKDAYS))
  .min(1, 'Choose at least one day.')
  .refine(unique, 'List each day only once.')
  .meta({ example: ['mon', 'tue', 'wed', 'thu', 'fri'] });

/** Hours on some days of the week. */
export const hoursOfWeek = z.strictObject({ days, from: timeOfDay, to: endOfDay });
