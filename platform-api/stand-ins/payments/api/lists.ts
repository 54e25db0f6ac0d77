import { InvalidRequest, ResourceMissing } from './errors.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/**
 * A page of a list, the newest first, by cursor (docs.stripe.com/api/pagination).
 *
 * @param found the oldest first
 * @throws Rejection for a cursor that is not in the list
 */
export function pageOf<T extends { id: string }>(
  found: readonly T[],
  params: { limit?: number | undefined; starting_after?: string | undefined },
  url: string,
): { object: 'list'; data: T[]; has_more: boolean; url: string } {
  const { limit = DEFAULT_LIMIT, starting_after: after } = params;
  if (limit < 1 || limit > MAX_LIMIT) {
    throw InvalidRequest(
      `This value must be between 1 and ${MAX_LIMIT} (it currently is '${limit}').`,
      'limit',
      'parameter_invalid_integer',
    );
  }
  const newest = found.toReversed();
  const last = after === undefined ? -1 : newest.findIndex(({ id }) => id === after);
  if (after !== undefined && last === -1) {
    throw ResourceMissing('object', after, 'starting_after', 400);
  }
  const data = newest.slice(last + 1, last + 1 + limit);
  return { object: 'list', data, has_more: newest.length > last + 1 + limit, url };
}

/**
 * A list's filter on one field.
 *
 * @param wanted undefined: every object passes
 */
export function only<Name extends string>(name: Name, wanted: string | boolean | undefined) {
  return (object: { [K in Name]?: unknown }): boolean =>
    wanted === undefined || object[name] === wanted;
}
