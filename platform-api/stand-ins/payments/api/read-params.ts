import type { z } from 'zod';
import type { Form } from '../form.ts';
import { InvalidRequest, ParameterMissing, ParameterUnknown, type Refusal } from '../refusals.ts';

/**
 * A request's parameters as its declaration has them.
 *
 * @throws Refusal for the first that Stripe would not take; unknown ones come before all others
 */
export function readParams<Schema extends z.ZodType>(schema: Schema, form: Form): z.output<Schema> {
  const parsed = schema.safeParse(form, { reportInput: true });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => nameOf([...issue.path, key])) : [],
  );
  if (unknown.length > 0) throw ParameterUnknown(unknown);
  // A failed parse has at least one issue.
  throw refusalOf(issues[0] as z.core.$ZodIssue);
}

function refusalOf(issue: z.core.$ZodIssue): Refusal {
  const name = nameOf(issue.path);
  const given = typeof issue.input === 'string' ? issue.input : '';
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return ParameterMissing(name);
      if (issue.expected === 'string') return InvalidRequest('Invalid string', name);
      return InvalidRequest(issue.expected === 'array' ? 'Invalid array' : 'Invalid object', name);
    case 'invalid_value':
      if (issue.input === undefined) return ParameterMissing(name);
      return InvalidRequest(
        `Invalid ${name}: must be one of ${issue.values.join(', ')}; got ${given}`,
        name,
      );
    case 'custom': {
      const code: unknown = issue.params?.['code'];
      return InvalidRequest(issue.message, name, typeof code === 'string' ? code : undefined);
    }
    default:
      return InvalidRequest(`Invalid ${name}: ${issue.message}`, name);
  }
}

/** `line_items[0][price]`, as the form had it. */
function nameOf(path: readonly PropertyKey[]): string {
  const [first, ...rest] = path.map(String);
  return `${first ?? ''}${rest.map((step) => `[${step}]`).join('')}`;
}
