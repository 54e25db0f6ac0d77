/** A word of a key begins with no dot: so it is no way up, and no hidden file. */
const KEY = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/;

/** S3's bound, in bytes; a file system's bound for one word of it (Linux, macOS, Windows). */
const MAX_KEY_LENGTH = 1024;
const MAX_WORD_LENGTH = 255;

/** What lies in here is no member's: files of the SDK's releases, which stay for ever (decision 18). */
export const RELEASES_FOLDER = 'sdk/';

/** Whether a text has the form of a key, as `Storage` describes it. */
export function isStorageKey(text: string): boolean {
  return (
    text.length <= MAX_KEY_LENGTH &&
    KEY.test(text) &&
    text.split('/').every((word) => word.length <= MAX_WORD_LENGTH)
  );
}

/** @throws Error where it is none: keys are made by us, so that is a fault of the program */
export function assertStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`);
}

/** As for keys; a prefix may end anywhere in one. @throws Error where no key can begin so */
export function assertKeyPrefix(prefix: string): void {
  if (prefix !== '' && !isStorageKey(prefix.replace(/\/$/, ''))) {
    throw new Error(`Not the beginning of a storage key: ${JSON.stringify(prefix)}`);
  }
}
