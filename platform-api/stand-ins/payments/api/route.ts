import type { z } from 'zod';
import type { Form } from '../form.ts';
import type { Ledger } from '../ledger.ts';
import { readParams } from './read-params.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** What a path's `:name` parts were. */
export type PathParts = Record<string, string>;

/** One call of Stripe's API. */
export interface Route {
  method: Method;
  /** Such as `/v1/customers/:id`. */
  path: string;
  /**
   * Reads the parameters, then answers with what to do: what fails before that has not begun.
   * @throws Refusal
   */
  prepare(form: Form, parts: PathParts): { act: (ledger: Ledger) => object; expand: string[] };
}

/** A call's parameters, save `expand`, which is the same for all. */
export type Params<Schema extends z.ZodType> = Omit<z.output<Schema>, 'expand'>;

/** Declares a call: its parameters, all of them, and what it does with them. */
export function route<Schema extends z.ZodType<{ expand?: string[] | undefined }>>(
  method: Method,
  path: string,
  params: Schema,
  act: (ledger: Ledger, params: Params<Schema>, parts: PathParts) => object,
): Route {
  return {
    method,
    path,
    prepare(form, parts) {
      const { expand = [], ...others } = readParams(params, form);
      // What is left of the parameters without `expand`, which every call takes.
      return { act: (ledger) => act(ledger, others as Params<Schema>, parts), expand };
    },
  };
}

/** The route that a request asks for, with its path's parts. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; parts: PathParts } | null {
  const steps = path.split('/');
  for (const route of routes) {
    const parts = route.method === method ? match(route.path.split('/'), steps) : null;
    if (parts) return { route, parts };
  }
  return null;
}

function match(pattern: readonly string[], steps: readonly string[]): PathParts | null {
  if (pattern.length !== steps.length) return null;
  const parts: PathParts = {};
  for (const [place, wanted] of pattern.entries()) {
    const step = steps[place] ?? '';
    if (wanted.startsWith(':')) parts[wanted.slice(1)] = decode(step);
    else if (wanted !== step) return null;
  }
  return parts;
}

/** Unlike decodeURIComponent it takes whatever comes: what is no good encoding names nothing there is. */
function decode(step: string): string {
  return (
    new URLSearchParams(`step=${step.replaceAll('+', '%2B').replaceAll('&', '%26')}`).get('step') ??
    ''
  );
}
