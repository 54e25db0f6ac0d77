/** Whether the value is an object with names in it. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text, or a number that stands for one: a song may be titled 1979. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}

/** The objects of a list; of anything else none. */
export function recordsOf(value: unknown): Array<Record<string, unknown>> {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The year 10000, where ISO 8601 needs another form. */
const LAST_SECOND = 253_402_300_800;

/** A time in Unix seconds, from a number or from a date as text; nothing when it makes no sense. */
export function secondsOf(value: unknown): number | undefined {
  const isIso = typeof value === 'string' && Number.isNaN(Number(value));
  const seconds = isIso ? Date.parse(value) / 1000 : Number(value);
  return seconds > 0 && seconds < LAST_SECOND ? seconds : undefined;
}

/**
 * Which stream of several the address means: by one of the query's parameters, as the server itself
 * takes it, or by the fragment, which no server ever sees.
 */
export function chosenStream(slotUrl: URL, parameter: string): string | undefined {
  const fragment = slotUrl.hash.slice(1);
  return slotUrl.searchParams.get(parameter) || fragment || undefined;
}
