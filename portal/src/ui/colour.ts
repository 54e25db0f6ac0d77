/** The player also takes four and eight digits, but the colour picker has no opacity. */
const COLOUR = /^#?([\da-f]{3}|[\da-f]{6})$/i;

/** A typed colour with its `#`; undefined if it is invalid. */
export function readColour(text: string): string | undefined {
  const digits = COLOUR.exec(text.trim())?.[1];
  return digits === undefined ? undefined : `#${digits}`;
}

/** Six lower-case digits, as `<input type="color">` requires. */
export function sixDigits(colour: string): string {
  const whole = colour.length === 4 ? colour.replace(/[^#]/g, '$&$&') : colour;
  return whole.toLowerCase();
}

/** Whether two notations are the same colour. */
export const isSameColour = (one: string, other: string): boolean =>
  sixDigits(one) === sixDigits(other);
