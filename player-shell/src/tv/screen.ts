/**
 * Holds a wake lock while music is wanted. The system releases it when the page is hidden, so it is
 * requested again when the page is visible.
 *
 * @returns a function to call whenever `isWanted` may have changed
 */
export function keepScreenOn(isWanted: () => boolean): () => void {
  let lock: WakeLockSentinel | null = null;
  let isAsking = false;

  async function ask(): Promise<void> {
    isAsking = true;
    // A refusal (an old television, a low battery) is not worth showing.
    lock = await navigator.wakeLock.request('screen').catch(() => null);
    isAsking = false;
    if (!lock) return;
    lock.addEventListener('release', () => (lock = null), { once: true });
    // Music may not be wanted any more.
    update();
  }

  function update(): void {
    if (!isWanted()) void lock?.release();
    else if (!lock && !isAsking && !document.hidden && 'wakeLock' in navigator) void ask();
  }

  document.addEventListener('visibilitychange', update);
  return update;
}

/** How far the picture moves from its centre, as a share of the screen's shorter side. */
const REACH = 0.01;

/**
 * Periods of the horizontal and the vertical movement, in minutes. They are coprime, so that the path does
 * not repeat soon.
 */
const ROUND_ACROSS = 47;
const ROUND_UP = 36;

/**
 * The position of the picture in a given minute, against burn-in. On a screen of 1080 lines it moves at
 * most 2 px a minute, too little to notice.
 *
 * @param minute a counter of minutes
 * @returns a CSS `transform`
 */
export function burnInShift(minute: number): string {
  const at = (round: number) => (REACH * 100 * Math.sin((2 * Math.PI * minute) / round)).toFixed(3);
  return `translate(${at(ROUND_ACROSS)}vmin, ${at(ROUND_UP)}vmin)`;
}

/** The pointer and the focus ring are hidden after this long without input, in ms. */
const IDLE_MS = 8_000;

const SIGNS = ['keydown', 'pointermove', 'pointerdown'] as const;

/**
 * Adds the class `alone` to the page while there is no input: a pointer or a focus ring on a wall is
 * useless, and burns in.
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

/** The longest time between two looks at the clock, in ms: it may be set, and a machine may sleep. */
const LOOK_MS = 10_000;

/**
 * Calls back at each new minute. Reads the clock each time instead of counting, so it never drifts.
 *
 * @returns stops it
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

/** Minutes since 1970 by this machine's clock. */
export const currentMinute = (): number => Math.floor(Date.now() / MINUTE_MS);

/** The added ms is for timers that fire early, in the old minute. */
const untilNext = () => Math.min(LOOK_MS, MINUTE_MS - (Date.now() % MINUTE_MS) + 1);

/**
 * The time of day of 24 hours in the page's language, and in the format of the viewers' country if the browser has a
 * locale of that language.
 *
 * @param lang of the page
 * @param zone of the station; the wall's own if it is not known, here or to the browser
 */
export function timeOfDay(lang: string, zone: string | undefined): string {
  const isSpoken = (one: string) => one.toLowerCase().split('-')[0] === lang;
  return inZone(navigator.languages.find(isSpoken) ?? lang, new Date(), zone);
}

/** The same as `09:05`, in every language. */
export const localTime = (time: Date, zone: string | undefined): string =>
  // The United Kingdom writes times so.
  inZone('en-GB', time, zone);

function inZone(locale: string, time: Date, timeZone: string | undefined): string {
  const format = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  try {
    return new Intl.DateTimeFormat(locale, format).format(time);
  } catch (error) {
    // A zone that is younger than the television.
    if (timeZone === undefined) throw error;
    return inZone(locale, time, undefined);
  }
}
