import pino from 'pino';
import type { Logger } from 'pino';

export type { Logger };

/**
 * One JSON object per line on standard output. Pino escapes control characters, so nothing that a
 * caller sends can start a line of its own; headers and bodies are never handed to it.
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
 * What a log may hold of an error: where it came from, and a database's code and constraint, but not
 * its `detail`, which quotes the row.
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
