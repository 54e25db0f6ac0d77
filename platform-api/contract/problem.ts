import { z } from 'zod';
import { CustomerDetails } from './customers.ts';
import { ERROR_CODES } from './errors.ts';
import { Quote } from './pricing.ts';

/** The body of every error (RFC 9457, with our stable `code`). */
export const Problem = z
  .object({
    type: z.string().describe('An address that explains this kind of error.'),
    title: z.string().describe('The kind of error in a few words.'),
    status: z.int(),
    code: z.enum(ERROR_CODES).describe('Stable. Decide by this, never by the words.'),
    detail: z.string().describe('What a person may read.'),
    errors: z
      .array(z.object({ field: z.string(), code: z.string(), message: z.string() }))
      .optional(),
    quote: Quote.optional().describe('With `price_changed`: the amounts that apply now.'),
    current: CustomerDetails.optional().describe(
      'With `changed_meanwhile`: the customer as they are now.',
    ),
    request_id: z.string().describe('Tell us this one when you ask about an answer.'),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof Problem>;
