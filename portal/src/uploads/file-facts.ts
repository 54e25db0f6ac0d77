const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** A file's size for people, from bytes: '157 KB', '1.2 MB'. */
export function formatSize(bytes: number): string {
  if (bytes < MEGABYTE) return `${Math.max(1, Math.round(bytes / KILOBYTE))} KB`;
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

/** A length or moment of sound for people, from seconds: '0:30'. */
export function formatLength(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
