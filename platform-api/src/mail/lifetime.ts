const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** So many seconds as a person would say it: '10 minutes', '1 hour', '24 hours'. */
export function lifetime(seconds: number): string {
  const [count, unit] = seconds < HOUR ? [seconds / MINUTE, 'minute'] : [seconds / HOUR, 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
