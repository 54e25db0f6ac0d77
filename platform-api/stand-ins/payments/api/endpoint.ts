import type { z } from 'zod';
import type { Ledger } from '../ledger.ts';
import { parseParams, type Form } from './params.ts';

/** The values of a path's `:name` segments. */
export type PathValues = Record<string, string>;

/** One call of Stripe's API. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE';
  /** Such as `/v1/customers/:id`. */
  path: string;
  /**
   * Reads the parameters and returns what to do. A rejection at this point has no effect.
   * @throws Rejection
   */
  prepare(form: Form, values: PathValues): (ledger: Ledger) => object;
}

/** Declares a call with all its parameters. Others are rejected as unknown. */
export function endpoint<Schema extends z.ZodType>(
  method: Endpoint['method'],
  path: string,
  params: Schema,
  act: (ledger: Ledger, params: z.output<Schema>, values: PathValues) => object,
): Endpoint {
  return {
    method,
    path,
    prepare(form, values) {
      const parsed = parseParams(params, form);
      return (ledger) => act(ledger, parsed, values);
    },
  };
}

/** The endpoint of a request, with the parameters of its path; null if it does not exist. */
export function findEndpoint(
  endpoints: readonly Endpoint[],
  method: string,
  path: string,
): { endpoint: Endpoint; values: PathValues } | null {
  const segments = path.split('/');
  for (const endpoint of endpoints) {
    const values = endpoint.method === method ? match(endpoint.path.split('/'), segments) : null;
    if (values) return { endpoint, values };
  }
  return null;
}

function match(pattern: readonly string[], segments: readonly string[]): PathValues | null {
  if (pattern.length !== segments.length) return null;
  const values: PathValues = {};
  for (const [place, wanted] of pattern.entries()) {
    const segment = segments[place] ?? '';
    // Ids need no decoding: a segment with an escape matches no object.
    if (wanted.startsWith(':')) values[wanted.slice(1)] = segment;
    else if (wanted !== segment) return null;
  }
  return values;
}
