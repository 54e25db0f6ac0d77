import CircleAlert from 'lucide-react/icons/circle-alert';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { describe, hasCode } from '../api/failures.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { Refusal } from './check-files.ts';
import { formatSize } from './file-facts.ts';
import type { Upload, UploadQueue } from './upload-queue.ts';

interface UploadRowProps {
  upload: Upload;
  queue: UploadQueue;
  /** It was cancelled or removed. */
  onGone: () => void;
}

/** Refusals of the file itself, for which a retry is useless. */
const INVALID_FILE = ['file_too_large', 'image_too_large', 'unsupported_media_type'] as const;

/** An upload: its progress, or its failure with a button to retry. */
export function UploadRow({ upload, queue, onGone }: UploadRowProps) {
  const { id, file, state, failure } = upload;
  const hasFailed = state === 'failed';
  const stop = useRef<HTMLButtonElement>(null);
  const retry = () => {
    // The focused button is removed.
    stop.current?.focus();
    queue.retry(id);
  };
  const cancel = () => {
    queue.cancel(id);
    onGone();
  };
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 grow">
        <p className="font-semibold wrap-anywhere">{file.name}</p>
        {hasFailed ? <Reason failure={failure} /> : <Progress upload={upload} />}
        {hasFailed && !hasCode(failure, ...INVALID_FILE) ? (
          <Button kind="secondary" size="small" className="mt-2" onClick={retry}>
            Retry<span className="sr-only"> {file.name}</span>
          </Button>
        ) : null}
      </div>
      <Button
        ref={stop}
        kind="quiet"
        aria-label={`${hasFailed ? 'Remove' : 'Cancel'} ${file.name}`}
        className="size-11 flex-none px-0!"
        onClick={cancel}
      >
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}

/** In the specification's format: 'Too many files - Maximum 3 files …' */
function Reason({ failure }: { failure: unknown }) {
  const { title, detail } = describe(failure);
  return (
    <p className="flex items-start gap-1.5 text-small font-medium text-bad">
      <CircleAlert aria-hidden="true" className="mt-[0.15em] size-[1.15em] flex-none" />
      <span className="min-w-0">
        {title} - {detail}
      </span>
    </p>
  );
}

/** After 100% the API still checks the file. */
function stateWords({ state, share }: Upload): string {
  if (state === 'waiting') return 'Waiting';
  return share < 1 ? `${Math.floor(share * 100)}%` : 'Checking...';
}

function Progress({ upload }: { upload: Upload }) {
  const { file, share } = upload;
  return (
    <>
      <progress
        aria-label={`Uploading ${file.name}`}
        max={1}
        value={share}
        className="my-1.5 block h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-line [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-primary"
      />
      <p className="tabular flex justify-between gap-3 text-small text-muted">
        <span>{stateWords(upload)}</span>
        <span>{formatSize(file.size)}</span>
      </p>
    </>
  );
}

/** The refused files and the reasons, until others are chosen. */
export function Refusals({ refusals }: { refusals: readonly Refusal[] }) {
  return (
    <div role="alert" className="flex flex-col gap-2 empty:hidden">
      {refusals.map(({ title, detail, names, taken = [] }) => (
        <Notice key={detail} kind="bad" title={title}>
          <p>{detail}</p>
          {names.length === 0 ? null : (
            <p className="wrap-anywhere">Not added: {names.join(', ')}</p>
          )}
          {taken.length === 0 ? null : <p className="wrap-anywhere">Added: {taken.join(', ')}</p>}
        </Notice>
      ))}
    </div>
  );
}
