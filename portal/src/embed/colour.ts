/**
 * Colours of an embed as a person writes them. The player also takes four and eight digits (API rules,
 * Colours); here there is a colour picker beside the text, and it knows no opacity.
 */
const COLOUR = /^#?([\da-f]{3}|[\da-f]{6})$/i;

/** Text as a colour with its `#`, or undefined where it is none. */
export function readColour(text: string): string | undefined {
  const digits = COLOUR.exec(text.trim())?.[1];
  return digits === undefined ? undefined : `#${digits}`;
}

/** A colour as a browser's colour picker wants it: six digits in lower case (HTML, Color state). */
export function sixDigits(colour: string): string {
  const whole = colour.length === 4 ? colour.replace(/[^#]/g, '$&$&') : colour;
  return whole.toLowerCase();
}

/** Whether two ways to write a colour mean the same one. */
export const isSameColour = (one: string, other: string): boolean =>
  sixDigits(one) === sixDigits(other);
