import { clsx } from 'clsx';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';

interface NoticeProps {
  kind: 'good' | 'bad' | 'neutral' | 'attention';
  title: string;
  /** The meaning, or what to do. */
  children?: ReactNode;
  className?: string;
}

const GROUND = {
  good: 'bg-good-wash text-good',
  bad: 'bg-bad-wash text-bad',
  neutral: 'bg-sunken text-muted',
  attention: 'bg-attention-wash text-attention',
} as const;

const SIGN = {
  good: CircleCheck,
  bad: CircleAlert,
  neutral: Info,
  attention: TriangleAlert,
} as const;

/** The request's id, for support, out of the way until it is asked for. */
export function RequestReference({ id, className }: { id: string; className?: string }) {
  if (id === '') return null;
  return (
    <details className={clsx('text-small text-muted', className)}>
      <summary className="inline-block min-h-6 cursor-pointer rounded-small underline underline-offset-4">
        Details
      </summary>
      <p className="select-all">Reference: {id}</p>
    </details>
  );
}

/** A message that stays on the page. */
export function Notice({ kind, title, children, className }: NoticeProps) {
  const Sign = SIGN[kind];
  return (
    <div className={clsx('flex gap-3 rounded-card px-4 py-3', GROUND[kind], className)}>
      <Sign aria-hidden="true" className="mt-0.5 size-5 flex-none" />
      <div className="min-w-0 flex-1">
        <p className={clsx('font-semibold', kind === 'neutral' && 'text-ink')}>{title}</p>
        {children === undefined ? null : <div className="text-small text-ink">{children}</div>}
      </div>
    </div>
  );
}
