import type { z } from 'zod';
import { refuse } from '../errors.ts';
import { invalidTexts } from './validation.ts';

/** A place in a sorted list, as an opaque text for clients. */
export const cursorAt = (place: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/**
 * @param Place the shape of a place in this list
 * @throws `validation_failed` for a cursor of another list, or one that was made up
 */
export function readCursor<T>(cursor: string, Place: z.ZodType<T>): T {
  const read = Place.safeParse(parsed(Buffer.from(cursor, 'base64url').toString()));
  if (read.success && invalidTexts(read.data).length === 0) return read.data;
  throw refuse('cursor', 'The cursor is invalid.', 'invalid_format');
}

/** Undefined for invalid JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
