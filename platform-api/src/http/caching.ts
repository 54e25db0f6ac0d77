/** How long a shared cache may send an old answer while the program fails, in s. */
export const WHILE_FAILING = { minute: 60, hour: 3_600, day: 86_400 };

/**
 * `Cache-Control` of an answer that does not depend on the user (docs/operations/cdn.md).
 * @param seconds.everywhere how long browsers and shared caches may keep it
 * @param seconds.shared how long only shared caches may; browsers revalidate it
 * @param seconds.stale one of `WHILE_FAILING` (`stale-if-error`, RFC 5861)
 */
export function forEveryone(
  seconds: { stale: number } & ({ everywhere: number } | { shared: number }),
): string {
  const kept =
    'shared' in seconds ? `max-age=0, s-maxage=${seconds.shared}` : `max-age=${seconds.everywhere}`;
  return `public, ${kept}, stale-if-error=${seconds.stale}`;
}
