/** A name shorter than this may differ in one place from the known one, a longer name in two. */
const SHORT_NAME = 8;

/** Names the variables that differ little from a known one, as sentences. */
export function misspeltIn(given: NodeJS.ProcessEnv, known: readonly string[]): string[] {
  return Object.keys(given).flatMap((name) => {
    if (known.includes(name)) return [];
    const meant = known.find(
      (one) => distance(name.toUpperCase(), one) <= (one.length < SHORT_NAME ? 1 : 2),
    );
    return meant ? [`${name} is not a variable of this program: is it ${meant}?`] : [];
  });
}

/** The edit distance with transpositions (optimal string alignment). */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(i - 2, j - 2) + 1 : Infinity,
      );
    }
  }
  return at(a.length, b.length);
}
