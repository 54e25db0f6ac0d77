import { z } from 'zod';

/** The body of every error (RFC 9457, with our stable `code`). */
export const Problem = z
  .object({
    type: z.string().describe('An address that explains this kind of error.'),
    title: z.string(),
    status: z.int(),
    code: z.string().describe('Stable. Decide by this, never by the words.'),
    detail: z.string().describe('What a person may read.'),
    errors: z
      .array(z.object({ field: z.string(), code: z.string(), message: z.string() }))
      .optional(),
    request_id: z.string(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof Problem>;
