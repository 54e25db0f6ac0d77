import type { PageAnswer, Redirect } from './answer.ts';

/** A request to a page. */
export interface PageRequest {
  /** The values in the path, in their order. */
  params: string[];
  query: URLSearchParams;
  /** Empty for GET. */
  form: URLSearchParams;
}

/** One address and its answer. HEAD is answered like GET. */
export interface PageRoute {
  method: 'GET' | 'POST';
  /** Matches the whole path. */
  path: RegExp;
  answer: (request: PageRequest) => PageAnswer | Redirect;
}

/** The pattern of a path such as `/c/pay/:id`. Ids are letters, digits and underscores. */
export function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, '([A-Za-z0-9_]+)')}$`);
}

/** A URL that a page may link to; null: none was given, or it is not http or https. */
export function webAddress(address: string | null | undefined): string | null {
  if (!address || !URL.canParse(address)) return null;
  return /^https?:$/.test(new URL(address).protocol) ? address : null;
}
