/** What rules a terminal, such as escape sequences, and what turns text around: customers may type it. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/**
 * Columns side by side, for people and for `awk`: the cells of all but the last column must be of one word.
 * What is not there is a dash.
 */
export function table(head: string[], rows: (string | null)[][]): string {
  const lines = [head, ...rows.map((row) => row.map(plain))];
  const widths = head.map((_, column) =>
    lines.reduce((width, line) => Math.max(width, line[column]?.length ?? 0), 0),
  );
  return lines
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

const plain = (cell: string | null): string => cell?.replaceAll(UNSEEN, ' ').trim() || '-';
