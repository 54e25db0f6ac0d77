import type { Storage } from './storage/storage.ts';

/**
 * Deletes every object of a member, with a row or without: for whoever leaves. May be done again.
 * @throws `storage_unavailable`
 */
export async function removeAllFiles(
  { storage }: { storage: Storage },
  userId: string,
): Promise<void> {
  for await (const { key } of storage.list(`${userId}/`)) await storage.delete(key);
}
