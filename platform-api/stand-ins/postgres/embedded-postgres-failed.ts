/**
 * The embedded database cannot be started. The message is one line for the terminal: what happened, and
 * what to do about it.
 */
export class EmbeddedPostgresFailed extends Error {
  override name = 'EmbeddedPostgresFailed';

  constructor(message: string, options?: ErrorOptions) {
    super(message.replace(/\s+/g, ' ').trim(), options);
  }
}

/** The code of a system or database error (`ENOENT`, `57P03`), or '' if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
