import type { ReactNode } from 'react';
import { Lamp } from './Lamp.tsx';

interface EmptyStateProps {
  /** 'No payment history available' */
  title: string;
  /** When there will be something, or how to make it so. */
  children?: ReactNode;
  /** The button that makes it so. */
  action?: ReactNode;
}

/** A place where nothing is yet: the lamp is off, and one knows what to do. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center rounded-card bg-sunken px-6 py-10 text-center">
      <Lamp on={false} className="text-title" />
      <p className="mt-3 font-heading text-title font-bold">{title}</p>
      {children === undefined ? null : (
        <div className="mt-1 max-w-[26em] text-balance text-muted">{children}</div>
      )}
      {action === undefined ? null : <div className="mt-5">{action}</div>}
    </div>
  );
}
