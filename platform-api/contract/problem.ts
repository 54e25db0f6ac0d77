import { z } from 'zod';
import { CustomerDetails } from './admin/customers.ts';
import { ERROR_CODES } from './errors.ts';
import { MAX_FAULTS_SHOWN } from './values.ts';
import { MAX_LINES_SHOWN } from './library/values.ts';
import { Quote } from './billing/pricing.ts';
import { ScheduleProblem } from './schedule/schemas.ts';
import { PasskeyRequest } from './accounts/second-factor.ts';

/** Additional members of some errors. */
const ProblemData = z.object({
  quote: Quote.optional().describe('With `price_changed`: the amounts that apply now.'),
  current: CustomerDetails.optional().describe(
    'With `changed_meanwhile`: the customer as they are now.',
  ),
  problems: z
    .array(ScheduleProblem)
    .optional()
    .describe('With `schedule_refused`: what keeps the schedule from being published.'),
  second_factor: z
    .object({
      app: z.boolean().describe('Whether the account has an authenticator app.'),
      passkey: z
        .union([PasskeyRequest, z.null()])
        .describe('Null: the account has no passkey. Send what the passkey answers.'),
    })
    .optional()
    .describe(
      'With `second_factor_required` and refusals of a second factor: what the account has, beside recovery codes.',
    ),
});
export type ProblemData = z.input<typeof ProblemData>;

/** The body of every error (RFC 9457, with a stable `code`). */
export const Problem = z
  .object({
    type: z.string().describe('The address of a page that explains this error.'),
    title: z.string().describe('The kind of error in a few words.'),
    status: z.int(),
    code: z.enum(ERROR_CODES).describe('Stable. Branch on this, never on the words.'),
    detail: z.string().describe('A sentence to show to people.'),
    errors: z
      .array(z.object({ field: z.string(), code: z.string(), message: z.string() }))
      .max(MAX_LINES_SHOWN)
      .optional()
      .describe(
        `The invalid fields, at most ${MAX_FAULTS_SHOWN} of them; or the lines of a file, at most ${MAX_LINES_SHOWN}.`,
      ),
    ...ProblemData.shape,
    request_id: z.string().describe('Quote this id when you contact us about an answer.'),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof Problem>;
