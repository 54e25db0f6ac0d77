import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import type { AudioKind } from '@stationhouse/platform-api/contract/limits';
import type { Asset } from '@stationhouse/sdk/client';
import { useState } from 'react';
import { toast } from '../ui/toast.ts';
import { checkAudio, noRoom, type Chosen, type Limit, type Refusal } from './check-files.ts';
import type { Shelf } from './shelf.ts';
import { isUnderWay } from './upload-queue.ts';
import { useUploads } from './uploads.ts';

export interface AudioFilesOptions {
  shelf: Shelf;
  kind: AudioKind;
  /** Those of the kind that are there. */
  files: readonly Asset[];
  limit: Limit;
}

/** In the specification's words, as a message of its own (§5). */
function tellNotInPackage(): void {
  const { title, detail } = ERRORS.commercials_not_in_package;
  toast({ title, description: detail, kind: 'bad' });
}

/** What can be done with files of one kind, and what has become of those that were chosen. */
export function useAudioFiles({ shelf, kind, files, limit }: AudioFilesOptions) {
  const now = useUploads(shelf.queue);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const sent = now.uploads.filter((upload) => upload.kind === kind);
  const underWay = sent.filter(isUnderWay).length;
  const kept = sent.filter(({ state }) => state === 'kept').length;

  const left = Math.max(0, limit.most - files.length - underWay);
  const isInPackage = limit.most > 0;

  return {
    refusals,
    /** On their way or failed. */
    pending: sent.filter(({ state }) => state !== 'kept'),
    /** Of those that are or were on their way together, how many have arrived. */
    progress: { kept, of: kept + underWay },
    news: now.news?.kind === kind ? now.news.text : '',
    /** Takes what fits and says why the rest doesn't. */
    choose(chosen: Chosen): void {
      if (!isInPackage) return tellNotInPackage();
      const checked = checkAudio(chosen, { ...limit, left });
      setRefusals(checked.refusals);
      shelf.queue.add(kind, checked.taken, shelf);
    },
    /** Before somebody looks for files that there is no room for. @returns whether there is */
    mayChoose(): boolean {
      if (!isInPackage) tellNotInPackage();
      else if (left === 0) setRefusals([noRoom(limit)]);
      return left > 0;
    },
    /** What was refused for want of room may fit now. */
    forgetRefusals: () => setRefusals([]),
  };
}
