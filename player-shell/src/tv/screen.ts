/**
 * Keeps the screen from going dark while music is wanted. A system takes the lock away from a page that
 * nobody sees, so it is asked for again when the page is back.
 *
 * @returns to be called whenever `isWanted` may have changed
 */
export function keepScreenOn(isWanted: () => boolean): () => void {
  let lock: WakeLockSentinel | null = null;
  let isAsking = false;

  async function ask(): Promise<void> {
    isAsking = true;
    // A refusal (an old television, a low battery) is none of the viewers' business.
    lock = await navigator.wakeLock.request('screen').catch(() => null);
    isAsking = false;
    if (!lock) return;
    lock.addEventListener('release', () => (lock = null), { once: true });
    // It may have been long in coming.
    update();
  }

  function update(): void {
    if (!isWanted()) void lock?.release();
    else if (!lock && !isAsking && !document.hidden && 'wakeLock' in navigator) void ask();
  }

  document.addEventListener('visibilitychange', update);
  return update;
}

/** How far the picture may stand from its middle, as a share of the screen's shorter side (ours). */
const REACH = 0.01;

/** Minutes in which it goes once to and fro across and up: they share no factor, so that it wanders. */
const ROUND_ACROSS = 47;
const ROUND_UP = 36;

/**
 * Where the whole picture stands in a given minute, so that no edge of it burns into a screen. From one
 * minute to the next it moves by 2 px at most on a screen of 1080 lines: nobody sees it go, and no
 * motion is drawn.
 *
 * @param minute any count of minutes
 * @returns a CSS `transform`
 */
export function burnInShift(minute: number): string {
  const at = (round: number) => (REACH * 100 * Math.sin((2 * Math.PI * minute) / round)).toFixed(3);
  return `translate(${at(ROUND_ACROSS)}vmin, ${at(ROUND_UP)}vmin)`;
}

/** The pointer and the focus are hidden this long after the last sign of a person, in ms (ours). */
const IDLE_MS = 8_000;

const SIGNS = ['keydown', 'pointermove', 'pointerdown'] as const;

/**
 * Marks the page with the class `alone` while nobody works it, for a pointer or a focus ring on a wall
 * means nothing to those who look at it, and burns in.
 */
export function hideWhenIdle(root: HTMLElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onActivity = () => {
    root.classList.remove('alone');
    clearTimeout(timer);
    timer = setTimeout(() => root.classList.add('alone'), IDLE_MS);
  };
  for (const sign of SIGNS) addEventListener(sign, onActivity);
  onActivity();
}

const MINUTE_MS = 60_000;

/** The clock is looked at this often at least, in ms: it may be put right, and a machine may sleep (ours). */
const LOOK_MS = 10_000;

/**
 * Calls `ticked` at each new minute. It reads the clock every time and adds up nothing, so it is as right
 * after a year as at first.
 *
 * @returns ends it
 */
export function onEachMinute(onMinute: () => void): () => void {
  let shown = currentMinute();
  let timer = setTimeout(look, untilNext());

  function look(): void {
    const minute = currentMinute();
    if (minute !== shown) {
      shown = minute;
      onMinute();
    }
    timer = setTimeout(look, untilNext());
  }
  return () => clearTimeout(timer);
}

/** Minutes since 1970, as this machine's clock has them. */
export const currentMinute = (): number => Math.floor(Date.now() / MINUTE_MS);

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
