import type { z } from 'zod';
import type { FieldFault } from '../errors.ts';

/** Field names as forms use them: `company_details.postal_code`, `scopes.0`. */
const fieldName = (path: PropertyKey[]): string => path.map(String).join('.');

/** Describes what is wrong with each field. A field is listed once, with its first fault. */
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
      message: 'This field is not allowed here.',
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

/** Describes the union member that fits best, which is the one with the fewest faults. */
function faultsOfUnion(issue: z.core.$ZodIssueInvalidUnion, given: unknown): FieldFault[] {
  const inner = issue.errors
    .map((issues) => issues.flatMap((one) => faultsOfIssue(nested(one, issue.path), given)))
    .toSorted((a, b) => a.length - b.length)[0];
  if (inner && inner.length > 0) return inner;
  const message = 'Choose one of the listed options.';
  return [{ field: fieldName(issue.path), code: issue.code, message }];
}

const nested = <T extends z.core.$ZodIssue>(issue: T, path: PropertyKey[]): T => ({
  ...issue,
  path: [...path, ...issue.path],
});

function at(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce((inner: unknown, key) => Object(inner)[key], value);
}

/** NUL and lone surrogates: with the `u` flag a complete surrogate pair does not match. */
const INVALID = /[\0\u{D800}-\u{DFFF}]/u;

/**
 * Finds texts that PostgreSQL cannot store (its error 22021). Checks every text of a request, so that no
 * schema can forget it.
 */
export function invalidTexts(value: unknown, path: string[] = []): FieldFault[] {
  if (typeof value === 'string') {
    if (!INVALID.test(value)) return [];
    const message = 'This contains invalid characters.';
    return [{ field: fieldName(path), code: 'bad_text', message }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => invalidTexts(inner, [...path, key]));
}
