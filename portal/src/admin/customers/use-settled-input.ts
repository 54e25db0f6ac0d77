import { useEffect, useState } from 'react';

/** What is typed counts once nothing more has been typed for so long, in ms (ours). */
const PAUSE_MS = 250;

/**
 * A field whose value is kept elsewhere, in the page's address say, and gets there once there is a pause
 * in typing. It follows that value when something else changes it: the back button, 'Clear filters'.
 *
 * @param kept the value as it is kept
 * @param keep takes another one there
 */
export function useSettledInput(kept: string, keep: (value: string) => void) {
  const [typed, setTyped] = useState(kept);
  const [known, setKnown] = useState(kept);
  const [sent, setSent] = useState<string | undefined>(undefined);
  if (known !== kept) {
    setKnown(kept);
    // Our own value comes back a moment after it was sent, and more may have been typed by then.
    if (kept !== sent) {
      setTyped(kept);
      setSent(undefined);
    }
  }
  const settle = (value: string) => {
    // One that could not be kept is not sent again and again.
    if (value === kept || value === sent) return;
    setSent(value);
    keep(value);
  };
  useEffect(() => {
    const timer = setTimeout(() => settle(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return {
    value: typed,
    onChange: setTyped,
    /**
     * At once: Enter was pressed, a button has emptied it, or the field was left. Where the value is kept
     * may change next, by a dialog that opens say, and a value that comes late would undo that.
     */
    settle(value: string) {
      setTyped(value);
      settle(value.trim());
    },
  };
}
