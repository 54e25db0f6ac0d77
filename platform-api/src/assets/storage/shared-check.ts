/** A storage is looked at this often at most, in ms: whoever asks in between hears the same answer. */
export const CHECK_EVERY_MS = 5_000;

/** One look for all who ask: anybody may ask `/v1/ready`, as often as they like. */
export function sharedCheck(look: () => Promise<void>, everyMs: number): () => Promise<void> {
  let last: { began: number; answer: Promise<void> } | undefined;
  return function check() {
    const now = performance.now();
    if (!last || now - last.began >= everyMs) last = { began: now, answer: look() };
    return last.answer;
  };
}
