import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useDeskDialog, type DeskDialog } from './desk-address.ts';

interface CustomerLinkProps {
  user_id: string;
  dialog?: DeskDialog;
  className?: string;
  children: ReactNode;
}

/** A link that opens a dialog about a customer: of the mouse, in a tab of its own too. */
export function CustomerLink({
  user_id,
  dialog = 'view',
  className = 'link',
  children,
}: CustomerLinkProps) {
  const { link } = useDeskDialog();
  return (
    <Link {...link(dialog, user_id)} className={className}>
      {children}
    </Link>
  );
}
