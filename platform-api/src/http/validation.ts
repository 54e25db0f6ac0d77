import type { z } from 'zod';
import type { FieldFault } from '../errors.ts';

/** `company_details.postal_code`, `scopes.0`: as a form would name the field. */
const fieldName = (path: PropertyKey[]): string => path.map(String).join('.');

/** What is wrong with each field, in words for people. A field is named once, by its first fault. */
export function faultsOf(error: z.ZodError, given: unknown): FieldFault[] {
  const faults = new Map<string, FieldFault>();
  for (const fault of error.issues.flatMap((issue) => faultsOfIssue(issue, given))) {
    if (!faults.has(fault.field)) faults.set(fault.field, fault);
  }
  return [...faults.values()];
}

function faultsOfIssue(issue: z.core.$ZodIssue, given: unknown): FieldFault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: fieldName([...issue.path, key]),
      code: 'unknown_field',
      message: 'There is no such field here.',
    }));
  }
  if (issue.code === 'invalid_union') return faultsOfUnion(issue, given);
  const field = fieldName(issue.path);
  const isMissing = issue.code === 'invalid_type' && at(given, issue.path) === undefined;
  if (isMissing) {
    const own = issue.message.startsWith('Invalid input') ? undefined : issue.message;
    return [{ field, code: 'required', message: own ?? 'This field is required.' }];
  }
  return [{ field, code: issue.code, message: issue.message }];
}

/** Of several shapes the one that came nearest tells most: the one with the fewest faults. */
function faultsOfUnion(issue: z.core.$ZodIssueInvalidUnion, given: unknown): FieldFault[] {
  const inner = issue.errors
    .map((issues) => issues.flatMap((one) => faultsOfIssue(nested(one, issue.path), given)))
    .toSorted((a, b) => a.length - b.length)[0];
  if (inner && inner.length > 0) return inner;
  return [
    { field: fieldName(issue.path), code: issue.code, message: 'This is none of the choices.' },
  ];
}

const nested = <T extends z.core.$ZodIssue>(issue: T, path: PropertyKey[]): T => ({
  ...issue,
  path: [...path, ...issue.path],
});

function at(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce((inner: unknown, key) => Object(inner)[key], value);
}

/** With the `u` flag only a half that has lost its other half matches. */
const STRANGE = /[\0\u{D800}-\u{DFFF}]/u;

/**
 * Texts that PostgreSQL cannot keep: NUL, and halves of a surrogate pair (its error 22021). Looked for
 * in every text of a request, so that no schema can forget it.
 */
export function strangeTexts(value: unknown, path: string[] = []): FieldFault[] {
  if (typeof value === 'string') {
    if (!STRANGE.test(value)) return [];
    return [
      { field: fieldName(path), code: 'bad_text', message: 'This holds characters that are none.' },
    ];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => strangeTexts(inner, [...path, key]));
}
