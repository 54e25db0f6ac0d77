import type { LibraryUpload } from '@stationhouse/sdk/client';
import CircleAlert from 'lucide-react/icons/circle-alert';
import X from 'lucide-react/icons/x';
import { memo, useRef, type ReactNode } from 'react';
import { openClient } from '../../../api/client.ts';
import { describe, hasCode } from '../../../api/failures.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { toastFailure } from '../../../ui/toast-failure.ts';
import { formatSize } from '../../../uploads/file-facts.ts';
import { music, type MusicFile } from './music-queue.ts';

/** Rows shown: with more the page becomes slow, and the summary counts them all. */
const MOST_ROWS = 300;

/** Files that need an admin come first, then those that move, those that wait, and at last finished ones. */
function rankOf({ state, upload }: MusicFile): number {
  if (state === 'refused' || upload?.state === 'failed') return 0;
  if (state === 'sending') return 1;
  if (state === 'waiting') return 2;
  return upload?.state === 'done' ? 4 : 3;
}

/** The files of this tab. */
export function MusicList({ files }: { files: readonly MusicFile[] }) {
  const list = useRef<HTMLUListElement>(null);
  const sorted = [...files].sort((a, b) => rankOf(a) - rankOf(b));
  const more = sorted.length - MOST_ROWS;
  return (
    <>
      {/* Focused when the focused button is gone with its row. */}
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Files"
        className="flex max-h-144 flex-col overflow-y-auto outline-none"
      >
        {sorted.slice(0, MOST_ROWS).map((file) => (
          <MusicRow key={file.id} file={file} list={list} />
        ))}
      </ul>
      {more > 0 ? <p className="text-small text-muted">and {more} more</p> : null}
    </>
  );
}

interface MusicRowProps {
  file: MusicFile;
  list: { current: HTMLElement | null };
}

/** Drawn again only when its own file changes. */
const MusicRow = memo(function MusicRow({ file, list }: MusicRowProps) {
  const { id, name, state, upload } = file;
  const remove = () => {
    list.current?.focus();
    void music.remove(id);
  };
  const isStopped = state === 'refused' || upload?.state === 'failed';
  const isRemovable = isStopped || state === 'waiting' || state === 'sending';
  return (
    <Row
      name={name}
      outcome={state === 'sent' && upload ? <Outcome upload={upload} /> : null}
      action={
        isRemovable ? (
          <Button
            kind="quiet"
            aria-label={`${isStopped ? 'Remove' : 'Cancel'} ${name}`}
            className="size-11 flex-none px-0!"
            onClick={remove}
          >
            <X aria-hidden="true" />
          </Button>
        ) : null
      }
    >
      {state === 'sending' ? <Progress file={file} /> : null}
      {state === 'waiting' ? <Waiting file={file} /> : null}
      {state === 'refused' ? <Refusal file={file} /> : null}
      {state === 'sent' && upload ? (
        <Detail upload={upload} onRetried={(news) => music.learnAll([news])} />
      ) : null}
    </Row>
  );
});

interface RowProps {
  name: string;
  /** The state in a word. */
  outcome: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

/** A file with its folders in grey. */
export function Row({ name, outcome, action, children }: RowProps) {
  const slash = name.lastIndexOf('/') + 1;
  return (
    <li className="flex min-h-14 flex-none flex-wrap items-center gap-x-2 border-b border-line py-2 [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto] last:border-0">
      <div className="min-w-0 grow basis-0">
        <p className="wrap-anywhere">
          <span className="text-small text-muted">{name.slice(0, slash)}</span>
          <span className="font-semibold">{name.slice(slash)}</span>
        </p>
        {children}
      </div>
      {outcome === null ? null : (
        // On phones below the name, which needs the width.
        <div className="order-last basis-full pt-1 sm:order-none sm:basis-auto sm:pt-0">
          {outcome}
        </div>
      )}
      {action}
    </li>
  );
}

const percent = ({ arrived, file }: MusicFile) => `${Math.floor((100 * arrived) / file.size)}%`;

function Progress({ file }: { file: MusicFile }) {
  return (
    <div className="mt-1 flex items-center gap-3">
      <progress
        aria-label={`Sending ${file.name}`}
        max={file.file.size}
        value={file.arrived}
        className="block h-1.5 min-w-0 grow appearance-none overflow-hidden rounded-full border-0 bg-line [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-primary"
      />
      <span className="tabular flex-none text-small text-muted">
        {percent(file)} of {formatSize(file.file.size)}
      </span>
    </div>
  );
}

function Waiting({ file }: { file: MusicFile }) {
  return (
    <p className="tabular text-small text-muted">
      Waiting · {formatSize(file.file.size)}
      {file.arrived > 0 ? `, ${percent(file)} has arrived` : ''}
    </p>
  );
}

/** For these a further try is useless. */
const INVALID_FILE = ['file_too_large', 'unsupported_media_type', 'validation_failed'] as const;

function Refusal({ file: { id, name, failure } }: { file: MusicFile }) {
  return (
    <>
      <Problem>{reasonOf(failure)}</Problem>
      {hasCode(failure, ...INVALID_FILE) ? null : (
        <Button kind="secondary" size="small" className="mt-1" onClick={() => music.retry(id)}>
          Try again<span className="sr-only"> with {name}</span>
        </Button>
      )}
    </>
  );
}

/** A file that was moved, renamed or changed cannot be read by the browser any more. */
const UNREADABLE = ['NotReadableError', 'NotFoundError', 'AbortError'];

function reasonOf(failure: unknown): string {
  if (failure instanceof DOMException && UNREADABLE.includes(failure.name)) {
    return 'The browser can no longer read this file. It may have been moved or changed. Drop it again.';
  }
  const [fault] = failure instanceof Error && 'errors' in failure ? faultsOf(failure.errors) : [];
  return fault ?? describe(failure).detail;
}

const faultsOf = (errors: unknown): string[] =>
  Array.isArray(errors) ? errors.map(({ message }) => String(message)) : [];

export function Problem({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-1.5 text-small font-medium text-bad">
      <CircleAlert aria-hidden="true" className="mt-[0.15em] size-[1.15em] flex-none" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

/** The outcome of a file that was sent, in a word. */
export function Outcome({ upload: { state, is_duplicate } }: { upload: LibraryUpload }) {
  if (state === 'failed') return <Badge kind="bad">Refused</Badge>;
  if (state === 'preparing') return <Badge kind="waiting">Preparing</Badge>;
  if (state === 'receiving') return <Badge>Not finished</Badge>;
  return is_duplicate ? <Badge>In the library already</Badge> : <Badge kind="good">Ready</Badge>;
}

/** Marks a track without the codes that collecting societies ask for. */
function Lacking({ track }: { track: NonNullable<LibraryUpload['track']> }) {
  const lacking = [track.has_isrc ? [] : 'ISRC', track.has_label ? [] : 'label'].flat();
  if (lacking.length === 0) return null;
  return <span className="text-attention"> · Without {lacking.join(' and ')}</span>;
}

interface DetailProps {
  upload: LibraryUpload;
  /** Called with the server's answer to a further try. */
  onRetried: (upload: LibraryUpload) => unknown;
}

/** The track that a file has become, or what is wrong with it. */
export function Detail({ upload, onRetried }: DetailProps) {
  const { id, file_name, problem, track } = upload;
  if (track) {
    return (
      <p className="text-small text-muted">
        {track.artist === null ? track.title : `${track.title} – ${track.artist}`}
        <Lacking track={track} />
      </p>
    );
  }
  if (!problem) return null;
  const retry = async () => {
    try {
      await onRetried(await (await openClient()).admin.library.uploads.retry(id));
    } catch (failure) {
      toastFailure('The file was not tried again')(failure);
    }
  };
  return (
    <>
      <Problem>{problem.message}</Problem>
      <Button kind="secondary" size="small" className="mt-1" onClick={() => void retry()}>
        Try again<span className="sr-only"> with {file_name}</span>
      </Button>
    </>
  );
}
