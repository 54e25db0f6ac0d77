const MINUTE_MS = 60_000;

/** The clock is looked at this often at least, in ms: it may be put right, and a machine may sleep (ours). */
const LOOK_MS = 10_000;

/**
 * Calls `ticked` at each new minute. It reads the clock every time and adds up nothing, so it is as right
 * after a year as at first.
 *
 * @returns ends it
 */
export function everyMinute(ticked: () => void): () => void {
  let shown = minuteNow();
  let timer = setTimeout(look, untilNext());

  function look(): void {
    const minute = minuteNow();
    if (minute !== shown) {
      shown = minute;
      ticked();
    }
    timer = setTimeout(look, untilNext());
  }
  return () => clearTimeout(timer);
}

/** Minutes since 1970, as this machine's clock has them. */
export const minuteNow = (): number => Math.floor(Date.now() / MINUTE_MS);

/** A timer may be early by a fraction of a millisecond, and the minute would be the old one. */
const untilNext = () => Math.min(LOOK_MS, MINUTE_MS - (Date.now() % MINUTE_MS) + 1);

/**
 * The time of day as the viewers write it: in the page's language, and in their own country's way where
 * the browser speaks that language too.
 *
 * @param lang of the page
 */
export function timeOfDay(lang: string): string {
  const isSpoken = (one: string) => one.toLowerCase().split('-')[0] === lang;
  const locale = navigator.languages.find(isSpoken) ?? lang;
  return new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format();
}
