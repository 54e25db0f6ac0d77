import type Stripe from 'stripe';
import { z } from 'zod';
import { InvalidRequest, ParameterMissing, ParameterUnknown, type Rejection } from './errors.ts';

/** A form value: a text, or the fields in brackets after a name. */
export type FormValue = string | { [name: string]: FormValue };
export type Form = { [name: string]: FormValue };

const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

/** No parameter of Stripe's nests deeper. */
const MAX_DEPTH = 10;

/**
 * Parses a form body or a query: `items[0][price]=…`. A list arrives as an object whose names are its
 * indexes; the parameter's schema turns it into a list.
 *
 * @throws Rejection for an invalid name, and for one that is both a text and an object
 */
export function parseForm(text: string): Form {
  const form = emptyForm();
  for (const [name, value] of new URLSearchParams(text)) put(form, pathOf(name), name, value);
  return form;
}

/** Without a prototype, so that no name has a special meaning. */
function emptyForm(): Form {
  return Object.create(null) as Form;
}

function pathOf(name: string): string[] {
  const [, first, rest] = NAME.exec(name) ?? [];
  const path = [
    first ?? '',
    ...[...(rest ?? '').matchAll(/\[([^\]]*)\]/g)].map((part) => part[1] ?? ''),
  ];
  if (first === undefined || path.length > MAX_DEPTH) {
    throw InvalidRequest(`Invalid parameter name: ${name.slice(0, 100)}`, name.slice(0, 100));
  }
  return path;
}

function put(form: Form, path: string[], name: string, value: string): void {
  const [step = '', ...rest] = path;
  const key = step === '' ? String(Object.keys(form).length) : step;
  if (rest.length === 0) {
    if (form[key] !== undefined) throw InvalidRequest(`Received parameter twice: ${name}`, name);
    form[key] = value;
    return;
  }
  const inner = (form[key] ??= emptyForm());
  if (typeof inner === 'string') throw InvalidRequest(`Invalid object: ${name}`, name);
  put(inner, rest, name, value);
}

/**
 * The parameters of a request.
 *
 * @throws Rejection for the first fault; unknown parameters come before all others
 */
export function parseParams<Schema extends z.ZodType>(
  schema: Schema,
  form: Form,
): z.output<Schema> {
  const parsed = schema.safeParse(form, { reportInput: true });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => nameOf([...issue.path, key])) : [],
  );
  if (unknown.length > 0) throw ParameterUnknown(unknown);
  // A failed parse has at least one issue.
  throw rejectionOf(issues[0] as z.core.$ZodIssue);
}

function rejectionOf(issue: z.core.$ZodIssue): Rejection {
  const name = nameOf(issue.path);
  if (issue.input === undefined) return ParameterMissing(name);
  if (issue.code !== 'custom') return InvalidRequest(`Invalid ${name}: ${issue.message}`, name);
  const code: unknown = issue.params?.['code'];
  return InvalidRequest(issue.message, name, typeof code === 'string' ? code : undefined);
}

/** `line_items[0][price]`, as in the form. */
function nameOf(path: readonly PropertyKey[]): string {
  const [first, ...rest] = path.map(String);
  return `${first ?? ''}${rest.map((step) => `[${step}]`).join('')}`;
}

/** A text that must match, with Stripe's code and message for one that doesn't. */
const matching = (pattern: RegExp, code: string, message: string) =>
  z.string().refine((value) => pattern.test(value), {
    error: ({ input }) => `${message}: ${String(input)}`,
    params: { code },
  });

export const text = z.string().max(5_000);
export const integer = matching(
  /^-?\d{1,15}$/,
  'parameter_invalid_integer',
  'Invalid integer',
).transform(Number);
export const decimal = matching(
  /^\d{1,12}(\.\d{1,12})?$/,
  'parameter_invalid_decimal',
  'Invalid decimal',
).transform(Number);
export const flag = matching(
  /^(true|false)$/,
  'parameter_invalid_boolean',
  'Invalid boolean',
).transform((value) => value === 'true');
/** Unix seconds. */
export const timestamp = matching(/^\d{1,11}$/, 'timestamp_invalid', 'Invalid timestamp').transform(
  Number,
);
export const email = matching(
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  'email_invalid',
  'Invalid email address',
);
export const webUrl = z.string().refine((value) => URL.canParse(value) && /^https?:/.test(value), {
  error: ({ input }) => `Not a valid URL: ${String(input)}`,
  params: { code: 'url_invalid' },
});
export const currency = matching(/^[a-z]{3}$/, 'currency_invalid', 'Invalid currency');
export const country = matching(/^[A-Z]{2}$/, 'country_code_invalid', 'Invalid country code');

/** Arrives as an object whose names are indexes. An empty text is an empty list. */
export const list = <Field extends z.ZodType>(field: Field) =>
  z.preprocess((value) => {
    if (value === '') return [];
    if (typeof value !== 'object' || value === null) return value;
    return Object.entries(value)
      .toSorted(([a], [b]) => Number(a) - Number(b))
      .map(([, entry]) => entry as unknown);
  }, z.array(field));

/** Stripe allows 50 keys of 40 characters, with values of 500. */
export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((given) => Object.keys(given).length <= 50, 'You can only specify up to 50 keys.');

/** Metadata after a request: keys are added and replaced, those sent empty are removed. */
export function mergeMetadata(
  before: Stripe.Metadata | null,
  given: Record<string, string> | undefined,
): Stripe.Metadata {
  return Object.fromEntries(
    Object.entries({ ...before, ...given }).filter(([, value]) => value !== ''),
  );
}

/** The paging parameters of every list. */
export const paging = { limit: integer.optional(), starting_after: text.optional() };
