import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router-dom';

interface UnsavedChangesOptions {
  /** Whether there are unsaved changes. */
  isDirty: () => boolean;
  /** Saving. The dialog stays open until the result is known. */
  isBusy: boolean;
  /** Saved, so the dialog can close. */
  isDone: boolean;
  onClose: () => void;
}

/**
 * Asks before unsaved changes are lost: on close, on the browser's back button, and on leaving the page. No
 * draft is stored in the browser, because it would keep a customer's data on a computer others may use.
 */
export function useUnsavedChanges({ isDirty, isBusy, isDone, onClose }: UnsavedChangesOptions) {
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
    /** Closes, after a question if there are unsaved changes. */
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
