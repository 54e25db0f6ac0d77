/**
 * What somebody takes away may be gone already, taken away from elsewhere: then it is as they want it.
 *
 * @throws whatever else went wrong
 */
export function alreadyGone(failure: unknown): void {
  if (Object(failure).code !== 'not_found') throw failure;
}
