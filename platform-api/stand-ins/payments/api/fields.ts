// What parameters are made of. A form knows only texts: each field reads one, or refuses it as Stripe does.
import { z } from 'zod';

/** An issue that carries Stripe's own code. */
function refuse(ctx: z.core.$RefinementCtx, code: string, message: string): never {
  ctx.addIssue({ code: 'custom', message, params: { code } });
  return z.NEVER;
}

export const text = z.string().max(5_000);

/** Sent empty, it takes away what was there: null. */
export const unsettable = <Field extends z.ZodType>(field: Field) =>
  z.preprocess((value) => (value === '' ? null : value), field.nullable());

/** A text that may be taken away. */
export const optionalText = text.transform((value) => (value === '' ? null : value));

export const integer = z
  .string()
  .transform((value, ctx) =>
    /^-?\d{1,15}$/.test(value)
      ? Number(value)
      : refuse(ctx, 'parameter_invalid_integer', `Invalid integer: ${value}`),
  );

export const decimal = z
  .string()
  .transform((value, ctx) =>
    /^-?\d{1,12}(\.\d{1,12})?$/.test(value)
      ? Number(value)
      : refuse(ctx, 'parameter_invalid_decimal', `Invalid decimal: ${value}`),
  );

export const flag = z
  .string()
  .transform((value, ctx) =>
    value === 'true' || value === 'false'
      ? value === 'true'
      : refuse(ctx, 'parameter_invalid_boolean', `Invalid boolean: ${value}`),
  );

/** Unix seconds. */
export const timestamp = z
  .string()
  .transform((value, ctx) =>
    /^\d{1,11}$/.test(value)
      ? Number(value)
      : refuse(ctx, 'timestamp_invalid', 'Invalid timestamp: must be an integer Unix timestamp.'),
  );

export const email = z
  .string()
  .transform((value, ctx) =>
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)
      ? value
      : refuse(ctx, 'email_invalid', `Invalid email address: ${value}`),
  );

export const webUrl = z
  .string()
  .transform((value, ctx) =>
    URL.canParse(value) && /^https?:/.test(value)
      ? value
      : refuse(ctx, 'url_invalid', `Not a valid URL: ${value}`),
  );

export const currency = z
  .string()
  .transform((value, ctx) =>
    /^[a-z]{3}$/i.test(value)
      ? value.toLowerCase()
      : refuse(ctx, 'currency_invalid', `Invalid currency: ${value}`),
  );

/** ISO 3166-1, or '' to take it away. */
const country = z
  .string()
  .transform((value, ctx) =>
    /^([A-Za-z]{2})?$/.test(value)
      ? value.toUpperCase() || null
      : refuse(ctx, 'country_code_invalid', `Invalid country code: ${value}`),
  );

/** Comes as an object whose names are numbers; an empty text is an empty list. */
export const list = <Field extends z.ZodType>(field: Field) =>
  z.preprocess((value) => {
    if (value === '') return [];
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    return entries.every(([name]) => /^\d+$/.test(name))
      ? entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, entry]) => entry as unknown)
      : value;
  }, z.array(field));

/** At most 50 keys of 40 letters with values of 500, as Stripe's documents say; null clears them all. */
export const metadata = unsettable(
  z
    .record(z.string().max(40), z.string().max(500))
    .refine((given) => Object.keys(given).length <= 50, 'You can only specify up to 50 keys.'),
);

export const address = z.strictObject({
  city: optionalText.optional(),
  country: country.optional(),
  line1: optionalText.optional(),
  line2: optionalText.optional(),
  postal_code: optionalText.optional(),
  state: optionalText.optional(),
});

/** A time, or before and after which it must be. */
export const range = z.preprocess(
  (value) => (typeof value === 'string' ? { eq: value } : value),
  z.strictObject({
    eq: timestamp.optional(),
    gt: timestamp.optional(),
    gte: timestamp.optional(),
    lt: timestamp.optional(),
    lte: timestamp.optional(),
  }),
);

/** What every list takes. */
export const page = {
  limit: integer.optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
  created: range.optional(),
};
