import pino from 'pino';
import type { Logger } from 'pino';
import type { Alarm } from './alarms.ts';

export type { Logger };

/**
 * Logs one JSON object per line to standard output. Pino escapes control characters, which prevents log
 * injection. Headers and bodies are never logged.
 *
 * @param onAlarm called for each line with the field `alarm`
 */
export function createLogger(level: string, onAlarm?: (alarm: Alarm) => void): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
    hooks: {
      logMethod(args, method) {
        const [fields, message]: unknown[] = args;
        if (isAlarm(fields)) onAlarm?.({ alarm: fields.alarm, message: String(message) });
        method.apply(this, args);
      },
    },
    redact: { paths: ['*.password', '*.authorization', '*.cookie', '*.connectionString'] },
  });
}

const isAlarm = (fields: unknown): fields is Pick<Alarm, 'alarm'> =>
  typeof fields === 'object' && fields !== null && 'alarm' in fields;

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
