import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router-dom';

interface LeavingOptions {
  /** Whether something would be lost. */
  isDirty: () => boolean;
  /** It is being saved: nobody leaves before it is known what comes of it. */
  isBusy: boolean;
  /** It is saved. */
  isDone: boolean;
  onClose: () => void;
}

/**
 * Asks before what was typed is lost: at closing, at the browser's own back button, and at leaving the page.
 * None of it is kept in the browser meanwhile: it is somebody else's data, and would outlive the signed-in
 * hour at a desk that others use as well.
 */
export function useLeaving({ isDirty, isBusy, isDone, onClose }: LeavingOptions) {
  const isSure = useRef(false);
  const [isClosing, setClosing] = useState(false);
  const blocker = useBlocker(() => !isSure.current && (isBusy || isDirty()));
  useBeforeUnload((event) => {
    if (!isSure.current && isDirty()) event.preventDefault();
  });

  function leave(): void {
    isSure.current = true;
    if (blocker.state === 'blocked') blocker.proceed();
    else onClose();
  }
  const finish = useEffectEvent(leave);
  useEffect(() => {
    if (isDone) finish();
  }, [isDone]);

  return {
    isAsking: !isBusy && !isDone && (isClosing || blocker.state === 'blocked'),
    /** Closes, if there is nothing to ask. */
    close(): void {
      if (isBusy) return;
      if (isDirty()) setClosing(true);
      else leave();
    },
    stay(): void {
      setClosing(false);
      if (blocker.state === 'blocked') blocker.reset();
    },
    leave,
  };
}
