import type { z } from 'zod';
import { InvalidRequest, ResourceMissing } from '../refusals.ts';
import type { page, range } from './fields.ts';

type PageParams = { [Name in keyof typeof page]?: z.output<(typeof page)[Name]> };

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/**
 * A page of a list as Stripe answers it: the newest first, by cursor (docs.stripe.com/api/pagination).
 *
 * @param found the oldest first
 * @throws Refusal for a cursor that is none of the list's
 */
export function pageOf<T extends { id: string; created?: number }>(
  found: readonly T[],
  params: PageParams,
  url: string,
): { object: 'list'; data: T[]; has_more: boolean; url: string } {
  const { limit = DEFAULT_LIMIT, starting_after: after, ending_before: before } = params;
  if (limit < 1 || limit > MAX_LIMIT) {
    throw InvalidRequest(
      `This value must be ${limit < 1 ? 'greater than or equal to 1' : 'less than or equal to 100'} (it currently is '${limit}').`,
      'limit',
      'parameter_invalid_integer',
    );
  }
  if (after !== undefined && before !== undefined) {
    throw InvalidRequest(
      'You may only specify one of these parameters: ending_before, starting_after.',
    );
  }
  const newest = found.filter(({ created }) => isWithin(created, params.created)).toReversed();
  const placeOf = (id: string, param: string): number => {
    const place = newest.findIndex((object) => object.id === id);
    if (place === -1) throw ResourceMissing('object', id, param, 400);
    return place;
  };
  const list = (data: T[], has_more: boolean) => ({ object: 'list' as const, data, has_more, url });
  if (before !== undefined) {
    const end = placeOf(before, 'ending_before');
    const start = Math.max(0, end - limit);
    return list(newest.slice(start, end), start > 0);
  }
  const start = after === undefined ? 0 : placeOf(after, 'starting_after') + 1;
  return list(newest.slice(start, start + limit), newest.length > start + limit);
}

function isWithin(time: number | undefined, within: z.output<typeof range> | undefined): boolean {
  if (within === undefined || time === undefined) return true;
  const { eq, gt, gte, lt, lte } = within;
  return (
    (eq === undefined || time === eq) &&
    (gt === undefined || time > gt) &&
    (gte === undefined || time >= gte) &&
    (lt === undefined || time < lt) &&
    (lte === undefined || time <= lte)
  );
}
