import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import {
  AUDIO_SECONDS,
  MAX_AUDIO_MEGABYTES,
  type AudioKind,
} from '@stationhouse/platform-api/contract/assets/values';
import type { Asset } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Upload from 'lucide-react/icons/upload';
import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/toast.ts';
import { AudioPreview } from './AudioPreview.tsx';
import { checkAudio, noRoom, type Chosen, type Limit, type Refusal } from './check-files.ts';
import { formatSize } from './file-facts.ts';
import { RemoveFile } from './RemoveFile.tsx';
import { isPending, useUploads } from './upload-queue.ts';
import type { UploadTarget } from './upload-target.ts';
import { Refusals, UploadRow } from './UploadRow.tsx';
import { MP3_FILES, useFileDrop } from './use-file-drop.ts';

export interface AudioFilesOptions {
  target: UploadTarget;
  kind: AudioKind;
  /** The stored files of the kind. */
  files: readonly Asset[];
  limit: Limit;
}

/** In the specification's words (§5). */
function toastNotInPackage(): void {
  const { title, detail } = ERRORS.commercials_not_in_package;
  toast({ title, description: detail, kind: 'bad' });
}

/** The uploads of one kind, and the refusals of chosen files. */
function useAudioFiles({ target, kind, files, limit }: AudioFilesOptions) {
  const now = useUploads(target.queue);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const sent = now.uploads.filter((upload) => upload.kind === kind);
  const pendingCount = sent.filter(isPending).length;
  const stored = sent.filter(({ state }) => state === 'stored').length;

  const left = Math.max(0, limit.most - files.length - pendingCount);
  const isInPackage = limit.most > 0;

  return {
    refusals,
    /** Waiting, sending or failed. */
    pending: sent.filter(({ state }) => state !== 'stored'),
    /** The stored files of the current batch. */
    progress: { stored, of: stored + pendingCount },
    news: now.news?.kind === kind ? now.news.text : '',
    /** Adds the valid files to the queue, and shows why the others are refused. */
    choose(chosen: Chosen): void {
      if (!isInPackage) return toastNotInPackage();
      const checked = checkAudio(chosen, { ...limit, left });
      setRefusals(checked.refusals);
      target.queue.add(kind, checked.taken, target);
    },
    /** Checks the limit before the file dialog opens. @returns whether it may open */
    mayChoose(): boolean {
      if (!isInPackage) toastNotInPackage();
      else if (left === 0) setRefusals([noRoom(limit)]);
      return left > 0;
    },
    /** Clears the refusals, after a file was removed. */
    forgetRefusals: () => setRefusals([]),
  };
}

interface AudioFilesProps extends AudioFilesOptions {
  /** The plural noun for the files, such as "jingles". */
  called: string;
  /** The number of files and the limit. */
  count: ReactNode;
}

/** Sound files of one kind on a target, to add, to hear and to remove (specification §2, §5). */
export function AudioFiles({ called, count, ...options }: AudioFilesProps) {
  const { target, files } = options;
  const lead = useRef<HTMLParagraphElement>(null);
  const { refusals, pending, progress, news, choose, mayChoose, forgetRefusals } =
    useAudioFiles(options);
  const { getRootProps, inputProps, isDragActive, open } = useFileDrop(MP3_FILES, choose);
  // The focused button is gone with its row.
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
            {progress.stored} of {progress.of} uploaded
          </span>
        ) : null}
      </p>
      <ul className="flex flex-col empty:hidden">
        {files.map((asset) => (
          <AudioRow
            key={asset.id}
            asset={asset}
            target={target}
            onRemoved={forgetRefusals}
            focusAfter={() => lead.current}
          />
        ))}
        {pending.map((upload) => (
          <li key={upload.id} className="border-b border-line py-3 last:border-0">
            <UploadRow upload={upload} queue={target.queue} onGone={leaveRow} />
          </li>
        ))}
      </ul>
      <Refusals refusals={refusals} />
      <DropZone
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
  target: UploadTarget;
  onRemoved?: () => void;
  focusAfter: () => HTMLElement | null;
}

/** The words for a file that is getting ready for the air, or is ready. */
const STATE_WORDS = { getting_ready: ', getting ready', ready: ', ready', failed: '' } as const;

/** A sound file to listen to: as it airs, once it is ready. */
export function AssetPreview({ asset, children }: { asset: Asset; children?: ReactNode }) {
  const { file_name, url, peaks, duration_seconds, size_bytes, preparation } = asset;
  return (
    <AudioPreview
      name={file_name}
      url={preparation?.url ?? url}
      peaks={peaks}
      duration_seconds={preparation?.duration_seconds ?? duration_seconds}
    >
      {formatSize(size_bytes)}
      {preparation ? STATE_WORDS[preparation.state] : null}
      {children}
    </AudioPreview>
  );
}

/** Why a sound file can't air, and what to do. */
export function PreparationFailure({ preparation }: Pick<Asset, 'preparation'>) {
  if (!preparation?.message) return null;
  return (
    <p className="flex w-full items-start gap-1.5 text-small font-medium text-bad">
      <CircleAlert aria-hidden="true" className="mt-[0.15em] size-[1.15em] flex-none" />
      <span className="min-w-0">It can’t air yet. {preparation.message}</span>
    </p>
  );
}

/** A stored sound file: play and remove. */
export function AudioRow({ asset, target, onRemoved, focusAfter }: AudioRowProps) {
  return (
    <li className="flex flex-wrap items-start gap-1 border-b border-line py-3 last:border-0">
      <AssetPreview asset={asset} />
      <RemoveFile
        asset={asset}
        target={target}
        name={asset.file_name}
        onRemoved={onRemoved}
        focusAfter={focusAfter}
      />
      <PreparationFailure preparation={asset.preparation} />
    </li>
  );
}

interface DropPlaceProps {
  /** Files are dragged over it. */
  isOver: boolean;
  /** The plural noun for the files, such as "jingles". */
  called: string;
  onChoose: () => void;
}

/** A button to choose sound files, and a drop zone. */
function DropZone({ isOver, called, onChoose }: DropPlaceProps) {
  return (
    <div
      className={clsx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-dashed p-4',
        isOver ? 'border-focus bg-primary/10' : 'border-edge',
      )}
    >
      <Button kind="secondary" onClick={onChoose}>
        <Upload aria-hidden="true" />
        Choose files<span className="sr-only"> for {called}</span>
      </Button>
      <p className="min-w-0 grow basis-40 text-small text-muted">
        <span className="hidden pointer-fine:inline">Or drop them here. </span>
        MP3, up to {MAX_AUDIO_MEGABYTES}MB and {AUDIO_SECONDS.max / 60} minutes each.
      </p>
    </div>
  );
}
