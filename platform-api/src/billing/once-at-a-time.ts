/**
 * Lets many callers share the work that they ask for at the same moment: for one subject it is done once
 * at a time in this process, and whoever comes meanwhile shares the next time with all others who did. So
 * what a caller is given was always begun after the call.
 */
export function onceAtATime<Result>(): (
  subject: string,
  work: () => Promise<Result>,
) => Promise<Result> {
  const running = new Map<string, Promise<Result>>();
  const waiting = new Map<string, Promise<Result>>();

  function begin(subject: string, work: () => Promise<Result>): Promise<Result> {
    waiting.delete(subject);
    const result = work().finally(() => {
      if (running.get(subject) === result) running.delete(subject);
    });
    running.set(subject, result);
    return result;
  }

  return (subject, work) => {
    const now = running.get(subject);
    if (!now) return begin(subject, work);
    const shared = waiting.get(subject);
    if (shared) return shared;
    const beginNext = () => begin(subject, work);
    // Whether the time before went well is its own callers' matter.
    const next = now.then(beginNext, beginNext);
    waiting.set(subject, next);
    return next;
  };
}
