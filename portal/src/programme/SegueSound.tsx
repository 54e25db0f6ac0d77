import { useMutation } from '@tanstack/react-query';
import Blend from 'lucide-react/icons/blend';
import Pause from 'lucide-react/icons/pause';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { toastFailure } from '../ui/toast-failure.ts';
import { usePreview } from '../uploads/use-preview.ts';

interface SegueSoundProps {
  /** Of the item that begins. */
  name: string;
  /** Fetches some seconds of both items as they meet on air. */
  hear: () => Promise<Blob>;
}

/** Plays how an item begins while the one before fades out. It is mixed at the first press. */
export function SegueSound({ name, hear }: SegueSoundProps) {
  const { element, isPlaying, toggle } = usePreview();
  const [url, setUrl] = useState<string>();
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  const fetched = useMutation({
    mutationFn: hear,
    onSuccess(sound) {
      // The element has its source before it is told to play.
      flushSync(() => setUrl(URL.createObjectURL(sound)));
      toggle();
    },
    onError: toastFailure('The segue was not mixed'),
  });
  const Sign = isPlaying ? Pause : Blend;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- music has no captions */}
      <audio ref={element} src={url} preload="none" />
      <button
        type="button"
        aria-label={`${isPlaying ? 'Pause' : 'Hear'} the segue into ${name}`}
        aria-disabled={fetched.isPending}
        onClick={() => {
          if (url !== undefined) toggle();
          else if (!fetched.isPending) fetched.mutate();
        }}
        className="inline-flex min-h-9 cursor-pointer items-center gap-1.5 text-small font-semibold text-ink hover:underline aria-disabled:cursor-default aria-disabled:text-muted"
      >
        <Sign aria-hidden="true" className="size-4 flex-none" />
        {fetched.isPending ? 'Mixing…' : isPlaying ? 'Pause the segue' : 'Hear the segue'}
      </button>
    </>
  );
}
