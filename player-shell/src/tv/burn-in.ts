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
export function placeInMinute(minute: number): string {
  const at = (round: number) => (REACH * 100 * Math.sin((2 * Math.PI * minute) / round)).toFixed(3);
  return `translate(${at(ROUND_ACROSS)}vmin, ${at(ROUND_UP)}vmin)`;
}
