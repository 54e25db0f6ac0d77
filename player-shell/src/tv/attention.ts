/** The pointer and the focus are hidden this long after the last sign of a person, in ms (ours). */
const ALONE_MS = 8_000;

const SIGNS = ['keydown', 'pointermove', 'pointerdown'] as const;

/**
 * Marks the page with the class `alone` while nobody works it, for a pointer or a focus ring on a wall
 * means nothing to those who look at it, and burns in.
 */
export function noticePeople(root: HTMLElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const somebody = () => {
    root.classList.remove('alone');
    clearTimeout(timer);
    timer = setTimeout(() => root.classList.add('alone'), ALONE_MS);
  };
  for (const sign of SIGNS) addEventListener(sign, somebody);
  somebody();
}
