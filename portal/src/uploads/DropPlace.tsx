import { AUDIO_SECONDS, MAX_AUDIO_MEGABYTES } from '@stationhouse/platform-api/contract/limits';
import { clsx } from 'clsx';
import Upload from 'lucide-react/icons/upload';
import { Button } from '../ui/Button.tsx';

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
