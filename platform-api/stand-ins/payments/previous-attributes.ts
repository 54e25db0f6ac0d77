/** What was different before, as an event's `previous_attributes` say it. */
export function previously(before: object, after: object): object {
  const changed = Object.entries(before).flatMap(([key, old]: [string, unknown]) => {
    const now: unknown = Reflect.get(after, key);
    if (old === now || JSON.stringify(old) === JSON.stringify(now)) return [];
    return [[key, isPlain(old) && isPlain(now) ? previously(old, now) : old] as const];
  });
  return Object.fromEntries(changed);
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
