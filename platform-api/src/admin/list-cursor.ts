import type { z } from 'zod';
import { AppError } from '../errors.ts';
import { invalidTexts } from '../http/validation.ts';

/** A place in one of the desk's lists, as a text that nobody but us reads. */
export const cursorAt = (place: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/**
 * @param Place what a place in this list is
 * @throws `validation_failed` for a cursor that is none of this list's
 */
export function readCursorAs<T>(cursor: string, Place: z.ZodType<T>): T {
  const read = Place.safeParse(parsed(Buffer.from(cursor, 'base64url').toString()));
  if (read.success && invalidTexts(read.data).length === 0) return read.data;
  throw new AppError('validation_failed', {
    fields: [
      { field: 'cursor', code: 'invalid_format', message: 'This is no cursor of this list.' },
    ],
  });
}

/** Undefined where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
