import pino from 'pino';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import type { Alarm } from './alarms.ts';

export type { Logger };

const alarms = new Counter({
  name: 'stationhouse_alarms_total',
  help: 'Lines of the log that need a person.',
  labelNames: ['alarm'],
});

/**
 * Logs one JSON object per line to standard output. Pino escapes control characters, which prevents log
 * injection. Headers and bodies are never logged, and email addresses in the texts of errors are replaced.
 *
 * @param given.of fields of every line: which replica says it
 * @param given.onAlarm called for each line with the field `alarm`
 */
export function createLogger(
  level: string,
  { of = {}, onAlarm }: { of?: object; onAlarm?: (alarm: Alarm) => void } = {},
): Logger {
  return pino({
    level,
    base: of,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
    hooks: {
      logMethod(args, method) {
        const [fields, message]: unknown[] = args;
        if (isAlarm(fields)) {
          alarms.inc({ alarm: fields.alarm });
          onAlarm?.({ alarm: fields.alarm, message: String(message) });
        }
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
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: withoutAddresses(String(error)) };
  const { name } = error;
  const [message, stack] = [error.message, error.stack ?? ''].map(withoutAddresses);
  const known = ['code', 'constraint', 'table', 'reason'].map((key) => [
    key,
    Reflect.get(error, key) as unknown,
  ]);
  return { name, message, stack, ...Object.fromEntries(known.filter(([, value]) => value)) };
}

/** Other servers quote what they were sent. The path of a file, such as `@koa/router`, has no dot before its slash. */
const withoutAddresses = (text: string): string =>
  text.replaceAll(/(?<![^\s<>"(])[^\s<>"(]+@[\w-]+\.[\w.-]+/g, '(address)');
