/** A random generator with a seed. @returns a whole number from 0, below the one given */
export type Chance = (below: number) => number;

/** The Park–Miller generator. @param seed from 1 */
export function chance(seed: number): Chance {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** The same items in random order. */
export function shuffled<T>(things: readonly T[], random: Chance): T[] {
  const left = [...things];
  return things.flatMap(() => left.splice(random(left.length), 1));
}

/** Runs `act` for each item, with limited concurrency. */
export async function eachOf<T>(
  things: readonly T[],
  atOnce: number,
  act: (thing: T) => Promise<void>,
): Promise<void> {
  const left = [...things];
  async function goOn(): Promise<void> {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await act(next);
  }
  await Promise.all(Array.from({ length: atOnce }, goOn));
}
