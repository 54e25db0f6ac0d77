import { useSyncExternalStore } from 'react';
import { openClient } from '../api/client.ts';
import { visitors } from '../api/visitors.ts';
import { createUploadQueue, isUnderWay, type SendFile, type UploadQueue } from './upload-queue.ts';

/** A queue that lives as long as the page: dialogs may close and cards may go, and their files still arrive. */
export function pageQueue(send: SendFile): UploadQueue {
  const queue = createUploadQueue(send);
  const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
  visitors.whenSignedOut(queue.clear);
  queue.subscribe(() => {
    // Only while there is something to lose: browsers keep no page for going back that always asks.
    if (queue.snapshot().uploads.some(isUnderWay)) {
      addEventListener('beforeunload', askBeforeLeaving);
    } else removeEventListener('beforeunload', askBeforeLeaving);
  });
  return queue;
}

/** What the member sends. */
export const uploads = pageQueue(async (what, how) =>
  (await openClient()).me.assets.upload(what, how),
);

/** What is on its way, and the last news of it. */
export const useUploads = ({ subscribe, snapshot }: UploadQueue) =>
  useSyncExternalStore(subscribe, snapshot, snapshot);
