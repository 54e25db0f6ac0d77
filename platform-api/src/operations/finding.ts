/** A sentence about one part. */
export interface Finding {
  part: string;
  /** `skipped`: it could not be looked at, or is not used. Only `failed` makes the exit code 1. */
  state: 'ok' | 'warning' | 'failed' | 'skipped';
  /** The state, and the remedy. */
  sentence: string;
}

export const ok = (sentence: string) => ({ state: 'ok', sentence }) as const;
export const warning = (sentence: string) => ({ state: 'warning', sentence }) as const;
export const failed = (sentence: string) => ({ state: 'failed', sentence }) as const;
export const skipped = (sentence: string) => ({ state: 'skipped', sentence }) as const;

export type Verdict = Omit<Finding, 'part'>;
export type Check = [part: string, look: () => Promise<Verdict>];

/** The first line of an error, and of what caused it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const code: unknown = Reflect.get(error, 'code');
  // knex puts the statement before PostgreSQL's message.
  const said = 'severity' in error ? error.message.split(' - ').at(-1) : error.message;
  const [line = ''] = (said ?? '').split('\n');
  return (line || (typeof code === 'string' ? code : error.name)).slice(0, 300);
}
