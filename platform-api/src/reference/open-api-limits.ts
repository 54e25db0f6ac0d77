import type { RateLimit } from '../../contract/limits.ts';

const PER: Record<RateLimit['per'], string> = {
  address: 'per address',
  account: 'per account',
  target: 'per e-mail address or phone number',
  'target and address': 'per e-mail address or phone number, and address',
  everybody: 'from everybody together',
};

/** `20 failures in 15 minutes per address`. */
export function limitInWords({ points, seconds, per, counts, beyond }: RateLimit): string {
  const what = points === 1 ? counts.slice(0, -1) : counts;
  const then = {
    silence: '; beyond that nothing is sent, and the answer is the same',
    'a wait': '; beyond that the answer comes later',
    'an alarm': '; beyond that the operator is alarmed, and the answer is the same',
  };
  return `${points} ${what} in ${duration(seconds)} ${PER[per]}${beyond ? then[beyond] : ''}`;
}

function duration(seconds: number): string {
  const [count, unit] = seconds % 3600 === 0 ? [seconds / 3600, 'hour'] : [seconds / 60, 'minute'];
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`;
}
