import type { Asset } from '@stationhouse/sdk/client';
import type { Sender, UploadQueue } from './upload-queue.ts';

/** Where somebody's files lie: the way to it, and how the page hears of what becomes of them. */
export interface Shelf extends Sender {
  /** The files on their way to it. */
  queue: UploadQueue;
  /** Deletes a file; one that is gone already is as good. @throws RequestFailed */
  remove: (asset: Asset) => Promise<void>;
}
