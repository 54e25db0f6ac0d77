import { useMutation } from '@tanstack/react-query';
import Blend from 'lucide-react/icons/blend';
import Pause from 'lucide-react/icons/pause';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../ui/Button.tsx';
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
      <Button
        kind="quiet"
        size="small"
        busy={fetched.isPending}
        busyText="Mixing..."
        aria-label={`${isPlaying ? 'Pause' : 'Hear'} the segue into ${name}`}
        onClick={() => (url === undefined ? fetched.mutate() : toggle())}
      >
        <Sign aria-hidden="true" />
        <span className="@max-xl:hidden">Segue</span>
      </Button>
    </>
  );
}
