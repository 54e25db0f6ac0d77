import { clsx } from 'clsx';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import type { ReactNode } from 'react';
import { Lamp } from './Lamp.tsx';

interface NoticeProps {
  kind: 'good' | 'bad' | 'neutral' | 'on-air';
  title: string;
  /** The meaning, or what to do. */
  children?: ReactNode;
  className?: string;
}

const GROUND = {
  good: 'bg-good-wash text-good',
  bad: 'bg-bad-wash text-bad',
  neutral: 'bg-sunken text-muted',
  'on-air': 'bg-on-air-wash text-on-air-text',
} as const;

const SIGN = { good: CircleCheck, bad: CircleAlert, neutral: Info } as const;

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
  const Sign = kind === 'on-air' ? undefined : SIGN[kind];
  return (
    <div className={clsx('flex gap-3 rounded-card px-4 py-3', GROUND[kind], className)}>
      {Sign ? (
        <Sign aria-hidden="true" className="mt-0.5 size-5 flex-none" />
      ) : (
        <span className="mt-0.5 grid size-5 flex-none place-items-center">
          <Lamp on />
        </span>
      )}
      <div className="min-w-0">
        <p className={clsx('font-semibold', kind === 'neutral' && 'text-ink')}>{title}</p>
        {children === undefined ? null : <div className="text-small text-ink">{children}</div>}
      </div>
    </div>
  );
}
