import type { Answer } from './answer.ts';

/** What a page is asked. */
export interface Asked {
  /** The parts of the path that its pattern names, in their order. */
  params: string[];
  query: URLSearchParams;
  /** Empty for GET. */
  form: URLSearchParams;
}

/** An address of the sandbox and what it answers. HEAD goes where GET goes. */
export interface Route {
  method: 'GET' | 'POST';
  /** Of the whole path. */
  path: RegExp;
  answer: (asked: Asked) => Answer | Promise<Answer>;
}

/** Makes a pattern of a path such as `/c/pay/:id`. Ids are Stripe's: letters, digits, underscores. */
export function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, '([A-Za-z0-9_]+)')}$`);
}
