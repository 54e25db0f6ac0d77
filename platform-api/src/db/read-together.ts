import { setImmediate as endOfTurn } from 'node:timers/promises';

/** Keys of one query, at most. */
const MAX_KEYS = 200;

/**
 * Reads rows by a key, and what is asked for in the same turn of the event loop in one query: a thousand
 * rows that change in one statement are not a thousand queries. Nothing is kept: who asks after the query
 * has begun begins another. A failure is everybody's who shares the query.
 * @param readRows the rows of these keys, in any order
 */
export function readTogether<Row>(
  readRows: (keys: string[]) => PromiseLike<Row[]>,
  keyOf: (row: Row) => string,
): (key: string) => Promise<Row | undefined> {
  let open: { keys: Set<string>; rows: Promise<Map<string, Row>> } | undefined;

  async function read(keys: Set<string>): Promise<Map<string, Row>> {
    await endOfTurn();
    if (open?.keys === keys) open = undefined;
    const rows = await readRows([...keys]);
    return new Map(rows.map((row) => [keyOf(row), row]));
  }

  return async (key) => {
    if (!open || open.keys.size === MAX_KEYS) {
      const keys = new Set<string>();
      open = { keys, rows: read(keys) };
    }
    open.keys.add(key);
    return (await open.rows).get(key);
  };
}
