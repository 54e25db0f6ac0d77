/**
 * Coalesces concurrent calls for the same key: one run at a time, and all callers that arrive during a run
 * share the next one. A caller's result therefore always comes from a run that began after the call.
 */
export function coalesce<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, Promise<Result>>();
  const waiting = new Map<string, Promise<Result>>();

  function begin(key: string, work: () => Promise<Result>): Promise<Result> {
    waiting.delete(key);
    const result = work().finally(() => {
      if (running.get(key) === result) running.delete(key);
    });
    running.set(key, result);
    return result;
  }

  return (key, work) => {
    const now = running.get(key);
    if (!now) return begin(key, work);
    const shared = waiting.get(key);
    if (shared) return shared;
    const beginNext = () => begin(key, work);
    // A failed run must not fail the callers of the next one.
    const next = now.then(beginNext, beginNext);
    waiting.set(key, next);
    return next;
  };
}
