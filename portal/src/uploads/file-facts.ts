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

/** Formats a long length in seconds: '45 min', '3 h 5 min'. */
export function formatHours(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}
