import { useSyncExternalStore } from 'react';
import { openClient } from '../api/client.ts';
import { visitors } from '../api/visitors.ts';
import { createUploadQueue, isUnderWay } from './upload-queue.ts';

/** The page's one queue: dialogs may close and cards may go, and their files still arrive. */
export const uploads = createUploadQueue(async (what, how) =>
  (await openClient()).me.assets.upload(what, how),
);
visitors.whenSignedOut(uploads.clear);

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

uploads.subscribe(() => {
  // Only while there is something to lose: browsers keep no page for going back that always asks.
  if (uploads.snapshot().uploads.some(isUnderWay)) {
    addEventListener('beforeunload', askBeforeLeaving);
  } else removeEventListener('beforeunload', askBeforeLeaving);
});

/** What is on its way, and the last news of it. */
export const useUploads = () =>
  useSyncExternalStore(uploads.subscribe, uploads.snapshot, uploads.snapshot);
