import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import {
  maxFiles,
  packageNamed,
  type AudioKind,
  type PackageName,
} from '@stationhouse/platform-api/contract/limits';
import type { Asset } from '@stationhouse/sdk/client';
import { useState } from 'react';
import { toast } from '../ui/toast.ts';
import { useKnownAssets } from './asset-question.ts';
import { checkAudio, noRoom, type Chosen, type Refusal, type Room } from './check-files.ts';
import { isUnderWay } from './upload-queue.ts';
import { uploads, useUploads } from './uploads.ts';

interface AudioFilesOptions {
  kind: AudioKind;
  packageName: PackageName | null;
  /** Those of the kind that are there. */
  files: readonly Asset[];
}

/** In the specification's words, as a message of its own (§5). */
function tellNotInPackage(): void {
  const { title, detail } = ERRORS.commercials_not_in_package;
  toast({ title, description: detail, kind: 'bad' });
}

/** What can be done with files of one kind, and what has become of those that were chosen. */
export function useAudioFiles({ kind, packageName, files }: AudioFilesOptions) {
  const now = useUploads();
  const known = useKnownAssets();
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const sent = now.uploads.filter((upload) => upload.kind === kind);
  const underWay = sent.filter(isUnderWay).length;
  const kept = sent.filter(({ state }) => state === 'kept').length;

  const bought = packageNamed(packageName);
  const most = maxFiles(kind, bought);
  const left = Math.max(0, most - files.length - underWay);
  const room: Room = { packageName: bought.name, most, left };
  const isInPackage = most > 0;

  return {
    room,
    refusals,
    /** On their way or failed. */
    pending: sent.filter(({ state }) => state !== 'kept'),
    /** Of those that are or were on their way together, how many have arrived. */
    progress: { kept, of: kept + underWay },
    news: now.news?.kind === kind ? now.news.text : '',
    /** Takes what fits and says why the rest doesn't. */
    choose(chosen: Chosen): void {
      if (!isInPackage) return tellNotInPackage();
      const checked = checkAudio(chosen, room);
      setRefusals(checked.refusals);
      uploads.add(kind, checked.taken, { onKept: known.add, onUnsure: known.askAgain });
    },
    /** Before somebody looks for files that there is no room for. @returns whether there is */
    mayChoose(): boolean {
      if (!isInPackage) tellNotInPackage();
      else if (left === 0) setRefusals([noRoom(room)]);
      return left > 0;
    },
    /** What was refused for want of room may fit now. */
    forgetRefusals: () => setRefusals([]),
  };
}
