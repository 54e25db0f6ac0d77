import { resolve } from 'node:path';
import type { Config } from '../../process/config.ts';
import { createDiskStorage } from './disk-storage.ts';
import type { Storage } from './storage.ts';

/** Opens members' files: the bucket, or a folder of this machine. */
export async function openStorage({
  storage,
  dataDir,
}: Config): Promise<{ storage: Storage; close: () => void }> {
  if (storage === null) {
    return { storage: createDiskStorage(resolve(dataDir, 'storage')), close: () => undefined };
  }
  // Loaded only where there is a bucket, as it is large.
  const { createS3Storage } = await import('./s3-storage.ts');
  const bucket = createS3Storage(storage);
  return { storage: bucket, close: bucket.close };
}
