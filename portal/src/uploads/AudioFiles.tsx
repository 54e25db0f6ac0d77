import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import {
  AUDIO_SECONDS,
  MAX_AUDIO_MEGABYTES,
  type AudioKind,
} from '@stationhouse/platform-api/contract/limits';
import type { Asset } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import Upload from 'lucide-react/icons/upload';
import { useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/toast.ts';
import { AudioPreview } from './AudioPreview.tsx';
import { checkAudio, noRoom, type Chosen, type Limit, type Refusal } from './check-files.ts';
import { formatSize } from './file-facts.ts';
import { RemoveFile } from './RemoveFile.tsx';
import { isUnderWay, useUploads } from './upload-queue.ts';
import type { Shelf } from './upload-target.ts';
import { Refusals, UploadRow } from './UploadRow.tsx';
import { MP3_FILES, useFileDrop } from './use-file-drop.ts';

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

interface AudioFilesProps extends AudioFilesOptions {
  /** What they are called. */
  called: string;
  /** How many there are and how many there may be. */
  count: string;
}

/** Sound files of one kind on a shelf, to add, to hear and to remove (specification §2, §5). */
export function AudioFiles({ called, count, ...options }: AudioFilesProps) {
  const { shelf, files } = options;
  const lead = useRef<HTMLParagraphElement>(null);
  const { refusals, pending, progress, news, choose, mayChoose, forgetRefusals } =
    useAudioFiles(options);
  const { getRootProps, inputProps, isDragActive, open } = useFileDrop(MP3_FILES, choose);
  // The button that had the focus is gone with its row.
  const leaveRow = () => lead.current?.focus();
  return (
    <div {...getRootProps({ className: 'flex flex-col gap-4' })}>
      <input {...inputProps} />
      <p
        ref={lead}
        tabIndex={-1}
        className="tabular flex flex-wrap justify-between gap-x-4 text-small text-muted outline-none"
      >
        <span>{count}</span>
        {progress.of > 1 ? (
          <span>
            {progress.kept} of {progress.of} uploaded
          </span>
        ) : null}
      </p>
      <ul className="flex flex-col empty:hidden">
        {files.map((asset) => (
          <AudioRow
            key={asset.id}
            asset={asset}
            shelf={shelf}
            onRemoved={() => {
              forgetRefusals();
              leaveRow();
            }}
          />
        ))}
        {pending.map((upload) => (
          <li key={upload.id} className="border-b border-line py-3 last:border-0">
            <UploadRow upload={upload} queue={shelf.queue} onGone={leaveRow} />
          </li>
        ))}
      </ul>
      <Refusals refusals={refusals} />
      <DropPlace
        isOver={isDragActive}
        called={called}
        onChoose={() => {
          if (mayChoose()) open();
        }}
      />
      <p role="status" className="sr-only">
        {news}
      </p>
    </div>
  );
}

interface AudioRowProps {
  asset: Asset;
  shelf: Shelf;
  onRemoved: () => void;
}

/** A sound file that is there: to hear, and to remove. */
export function AudioRow({ asset, shelf, onRemoved }: AudioRowProps) {
  const { file_name, url, peaks, duration_seconds, size_bytes } = asset;
  return (
    <li className="flex flex-wrap items-start gap-1 border-b border-line py-3 last:border-0">
      <AudioPreview name={file_name} url={url} peaks={peaks} duration_seconds={duration_seconds}>
        {formatSize(size_bytes)}
      </AudioPreview>
      <RemoveFile asset={asset} shelf={shelf} name={file_name} onRemoved={onRemoved} />
    </li>
  );
}

interface DropPlaceProps {
  /** Files are held over it. */
  isOver: boolean;
  /** What the files are called. */
  called: string;
  onChoose: () => void;
}

/** Where sound files come in: a button, and for whoever has a mouse a place to drop them. */
export function DropPlace({ isOver, called, onChoose }: DropPlaceProps) {
  return (
    <div
      className={clsx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-dashed p-4',
        isOver ? 'border-focus bg-on-air-wash' : 'border-edge',
      )}
    >
      <Button kind="secondary" onClick={onChoose}>
        <Upload aria-hidden="true" />
        Choose Files<span className="sr-only"> for {called}</span>
      </Button>
      <p className="min-w-0 grow basis-40 text-small text-muted">
        <span className="hidden pointer-fine:inline">Or drop them here. </span>
        MP3, up to {MAX_AUDIO_MEGABYTES}MB and {AUDIO_SECONDS.max / 60} minutes each.
      </p>
    </div>
  );
}
