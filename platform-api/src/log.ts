import pino from 'pino';
import type { Logger } from 'pino';

export type { Logger };

/**
 * Logs one JSON object per line to standard output. Pino escapes control characters, which prevents log
 * injection. Headers and bodies are never logged.
 */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
    redact: { paths: ['*.password', '*.authorization', '*.cookie', '*.connectionString'] },
  });
}

/**
 * The loggable part of an error: its stack, and a database error's code and constraint, but not its
 * `detail`, which quotes the row.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  const known = ['code', 'constraint', 'table', 'reason'].map((key) => [
    key,
    Reflect.get(error, key) as unknown,
  ]);
  return { name, message, stack, ...Object.fromEntries(known.filter(([, value]) => value)) };
}
