/**
 * Deletes so many rows at a time until there are no more, so that no statement meets its time limit
 * (db/connection).
 */
export async function deleteInBatches(
  limit: number,
  deleteSome: (limit: number) => Promise<number>,
): Promise<void> {
  while ((await deleteSome(limit)) === limit);
}
