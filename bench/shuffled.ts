/** A copy in random order. */
export function shuffled<T>(things: readonly T[]): T[] {
  return things
    .map((one) => ({ one, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one);
}
