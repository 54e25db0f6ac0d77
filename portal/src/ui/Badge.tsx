import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { Lamp } from './Lamp.tsx';

interface BadgeProps {
  /**
   * `on-air` and `live` only for sound on air, `waiting` for what comes without us, `attention` for what an admin or
   * member has to do, `progress` for a station that is built (specification §4).
   */
  kind?: 'neutral' | 'good' | 'bad' | 'waiting' | 'attention' | 'progress' | 'live' | 'on-air';
  className?: string;
  /** One to three words; colour and icon only repeat them. */
  children: ReactNode;
}

const LOOK = {
  neutral: 'bg-sunken text-muted',
  good: 'bg-good-wash text-good',
  bad: 'bg-bad-wash text-bad',
  waiting: 'bg-sunken text-muted',
  attention: 'bg-attention-wash text-attention',
  progress: 'bg-attention-wash text-attention',
  live: 'bg-good-wash text-good',
  'on-air': 'bg-on-air-wash text-on-air-text',
} as const;

/** A status in a word: paid, suspended, LIVE. */
export function Badge({ kind = 'neutral', className, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex min-h-6 items-center gap-1.5 rounded-full px-2.5 text-small leading-none font-semibold whitespace-nowrap',
        LOOK[kind],
        className,
      )}
    >
      {kind === 'good' ? (
        <Check aria-hidden="true" strokeWidth={2.75} className="size-3.5" />
      ) : null}
      {kind === 'bad' || kind === 'attention' ? (
        <TriangleAlert aria-hidden="true" className="size-3.5" />
      ) : null}
      {kind === 'waiting' || kind === 'progress' ? (
        <Clock aria-hidden="true" className="size-3.5" />
      ) : null}
      {kind === 'on-air' || kind === 'live' ? <Lamp on className="mx-0.5" /> : null}
      {children}
    </span>
  );
}
