const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** Formats a size in bytes: '157 KB', '1.2 MB'. */
export function formatSize(bytes: number): string {
  if (bytes < MEGABYTE) return `${Math.max(1, Math.round(bytes / KILOBYTE))} KB`;
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

/** Formats a length or position in seconds: '0:30'. */
export function formatLength(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
