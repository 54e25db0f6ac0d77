import type { ByteRange } from './storage.ts';

/** One range of RFC 9110 §14.1.2: `0-499`, `500-`, `-500`. */
const ONE_RANGE = /^bytes=\s*(?:(\d+)-(\d*)|-(\d+))\s*$/i;

/**
 * The bytes that a Range header asks for, of an object that has any.
 *
 * @param header empty where there is none
 * @returns null: all of them, as also for several ranges, other units and what makes no sense, which a
 *   server may answer so (RFC 9110 §14.2); `unsatisfiable`: none that there are
 */
export function askedRange(header: string, size: number): ByteRange | 'unsatisfiable' | null {
  const parts = ONE_RANGE.exec(header);
  if (!parts) return null;
  const [, from, to, suffix] = parts;
  const end = size - 1;
  if (suffix !== undefined) {
    if (Number(suffix) === 0) return 'unsatisfiable';
    return { first: Math.max(0, size - Number(suffix)), last: end };
  }
  const first = Number(from);
  const last = to ? Number(to) : end;
  if (to && last < first) return null;
  return first > end ? 'unsatisfiable' : { first, last: Math.min(last, end) };
}
