/** Work for the end of the running test, in order. */
const pending: (() => Promise<unknown> | void)[] = [];

/** Runs `end` after the test, or file hook, that is running now. The last one added runs first. */
export function onCleanup(end: () => Promise<unknown> | void): void {
  pending.push(end);
}

/** Called after each test (setup.ts). */
export async function cleanUp(): Promise<void> {
  for (let end = pending.pop(); end; end = pending.pop()) await end();
}
