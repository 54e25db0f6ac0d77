import { setImmediate as endOfTurn } from 'node:timers/promises';

/** Keys in one query. */
const MAX_KEYS = 200;

/**
 * Batches reads by key: everything requested in one turn of the event loop becomes one query, so a
 * statement that changes a thousand rows does not cause a thousand queries. Nothing is cached. A failed
 * query fails for all its callers.
 * @param readRows returns the rows with these keys, in any order
 */
export function batchByKey<Row>(
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
