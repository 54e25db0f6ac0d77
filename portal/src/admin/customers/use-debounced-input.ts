import { useEffect, useState } from 'react';

/** The debounce delay, in ms. */
const PAUSE_MS = 250;

/**
 * Debounces an input whose value is stored elsewhere, such as in the URL. It follows the stored value when
 * something else changes it: the back button, 'Clear filters'.
 *
 * @param kept the stored value
 * @param keep stores a new value
 */
export function useDebouncedInput(kept: string, keep: (value: string) => void) {
  const [typed, setTyped] = useState(kept);
  const [known, setKnown] = useState(kept);
  const [sent, setSent] = useState<string | undefined>(undefined);
  if (known !== kept) {
    setKnown(kept);
    // Our own value returns a moment after it was sent; more may have been typed by then.
    if (kept !== sent) {
      setTyped(kept);
      setSent(undefined);
    }
  }
  const flush = (value: string) => {
    // A value that was not accepted is not sent again and again.
    if (value === kept || value === sent) return;
    setSent(value);
    keep(value);
  };
  useEffect(() => {
    const timer = setTimeout(() => flush(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return {
    value: typed,
    onChange: setTyped,
    /**
     * Stores the value at once: on Enter, on blur, or when it is cleared. A later write could undo another
     * change of the URL, such as an opened dialog.
     */
    flush(value: string) {
      setTyped(value);
      flush(value.trim());
    },
  };
}
