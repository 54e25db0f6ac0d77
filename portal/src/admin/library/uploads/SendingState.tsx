import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { describe, hasCode } from '../../../api/failures.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { formatSize } from '../../../uploads/file-facts.ts';
import { isPending, music, type MusicFile, type QueueState } from './music-queue.ts';
import { timeLeft } from './transfer-rate.ts';

const PROGRESS =
  'block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-line ' +
  '[&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-primary';

const bytesOf = (files: readonly MusicFile[]) =>
  files.reduce((all, { file }) => all + file.size, 0);

/** Progress of all files together, the time left, and why nothing moves if nothing does. */
export function SendingState({ queue }: { queue: QueueState }) {
  const { files, isPaused, trouble, rate } = queue;
  // Refused files will not be sent.
  const wanted = files.filter(({ state }) => state !== 'refused');
  const pending = wanted.filter(isPending);
  const arrived = wanted.reduce((all, file) => all + file.arrived, 0);
  const size = bytesOf(wanted);
  const sentCount = wanted.length - pending.length;
  const isHeld = trouble !== null && pending.length > 0 && !isPaused;
  const isMoving = pending.length > 0 && !isPaused && !isHeld;
  return (
    <div className="flex flex-col gap-3">
      {pending.length === 0 ? null : (
        <progress aria-label="All files" max={size} value={arrived} className={PROGRESS} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="tabular min-w-0">
          <span className="font-semibold">
            {sentCount} of {wanted.length} {wanted.length === 1 ? 'file' : 'files'} sent
          </span>
          <Outcomes files={files} />
          {pending.length === 0 ? null : (
            <span className="text-muted">
              {' '}
              · {formatSize(arrived)} of {formatSize(size)}
              {isMoving && rate !== null ? ` · ${timeLeft(size - arrived, rate)}` : ''}
            </span>
          )}
        </p>
        <Buttons queue={queue} isSending={pending.length > 0} />
      </div>
      {isHeld ? <Held trouble={trouble} /> : null}
      <p role="status" className="sr-only">
        {newsOf({ isHeld, isPaused, isOver: pending.length === 0, sentCount })}
      </p>
    </div>
  );
}

/** How many have become tracks, and how many did not. */
function Outcomes({ files }: { files: readonly MusicFile[] }) {
  const ready = files.filter(({ upload }) => upload?.state === 'done').length;
  const refused = files.filter(
    ({ state, upload }) => state === 'refused' || upload?.state === 'failed',
  ).length;
  return (
    <span className="text-muted">
      {ready > 0 ? `, ${ready} ready` : ''}
      {refused > 0 ? `, ${refused} refused` : ''}
    </span>
  );
}

/** For screen readers: short, and changed rarely. */
function newsOf(now: {
  isHeld: boolean;
  isPaused: boolean;
  isOver: boolean;
  sentCount: number;
}): string {
  if (now.isOver) return 'All files are sent.';
  if (now.isPaused) return 'Paused.';
  if (now.isHeld) return 'Waiting for the connection.';
  const tens = Math.floor(now.sentCount / 10) * 10;
  return tens === 0 ? 'Sending.' : `${tens} files are sent.`;
}

function Buttons({ queue, isSending }: { queue: QueueState; isSending: boolean }) {
  const hasDone = queue.files.some(({ upload }) => upload?.state === 'done');
  if (isSending) {
    return queue.isPaused ? (
      <Button kind="secondary" size="small" onClick={music.resume}>
        <Play aria-hidden="true" />
        Resume
      </Button>
    ) : (
      <Button kind="secondary" size="small" onClick={music.pause}>
        <Pause aria-hidden="true" />
        Pause
      </Button>
    );
  }
  if (!hasDone) return null;
  return (
    <Button kind="quiet" size="small" onClick={music.removeDone} className="max-sm:-ms-3">
      Clear finished
    </Button>
  );
}

/** Nothing is lost, and it continues automatically. */
function Held({ trouble }: { trouble: unknown }) {
  const isLost = hasCode(trouble, 'unreachable');
  const { title, detail } = describe(trouble);
  return (
    <Notice kind="neutral" title={isLost ? 'The connection was lost' : title}>
      <p>
        {isLost
          ? 'Nothing that has arrived is lost. Sending continues automatically.'
          : `${detail} We keep trying.`}
      </p>
      <Button kind="secondary" size="small" className="mt-2" onClick={music.tryNow}>
        Try now
      </Button>
    </Notice>
  );
}
