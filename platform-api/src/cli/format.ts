import { email } from '../../contract/fields.ts';
import { printable, UsageError, type Arguments } from './command.ts';

/**
 * The only positional argument of a command.
 * @throws UsageError
 */
export function onlyArgument({ words }: Arguments, what: string): string {
  const [word, ...more] = words;
  if (word === undefined || more.length > 0) throw new UsageError(`Give exactly ${what}.`);
  return word;
}

/**
 * The email address that is the only argument of a command, as accounts have it.
 * @throws UsageError
 */
export function emailIn(args: Arguments): string {
  const address = email.safeParse(onlyArgument(args, 'one email address'));
  if (!address.success) throw new UsageError(address.error.issues[0]?.message ?? '');
  return address.data;
}

/** Aligned columns for people and for `awk`: only the last column may contain spaces. Null is a dash. */
export function table(head: string[], rows: (string | null)[][]): string {
  const lines = [head, ...rows.map((row) => row.map(cellOf))];
  const widths = head.map((_, column) =>
    lines.reduce((width, line) => Math.max(width, line[column]?.length ?? 0), 0),
  );
  return lines
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

const cellOf = (text: string | null): string => (text && printable(text)) || '-';
