import type { Customer, CustomerDetails } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { hasCode } from '../api/failures.ts';
import { useLateContent } from '../ui/Dialog.tsx';
import { EmptyState, Loaded } from '../ui/Loaded.tsx';
import { type AdminDialog, customerPath, useAdminDialog } from './admin-address.ts';
import { customerQuery } from './queries.ts';

/** The customer's full name, or else their email. */
export const customerName = ({
  first_name,
  last_name,
  email,
}: Pick<Customer, 'first_name' | 'last_name' | 'email'>): string =>
  `${first_name} ${last_name}`.trim() || (email ?? 'No name');

interface CustomerLinkProps {
  userId: string;
  /** Left out: the page of the customer. */
  dialog?: AdminDialog;
  className?: string;
  /** The key that presses it in a list. */
  keys?: string;
  children: ReactNode;
}

/** A link to a customer's page or dialog. It is a real link, so that it also opens in a new tab. */
export function CustomerLink({
  userId,
  dialog,
  className = 'link',
  keys,
  children,
}: CustomerLinkProps) {
  const { link } = useAdminDialog();
  return (
    <Link
      {...(dialog === undefined ? { to: customerPath(userId) } : link(dialog, userId))}
      className={className}
      aria-keyshortcuts={keys}
    >
      {children}
    </Link>
  );
}

/** Name and company below a dialog's title; empty while loading. */
export function CustomerCaption({ userId }: { userId: string }) {
  const { data } = useQuery(customerQuery(userId));
  if (!data) return null;
  const { profile } = data;
  return (
    <span className="wrap-anywhere">
      {[customerName(profile), profile.company_name].filter(Boolean).join(', ')}
    </span>
  );
}

export const CUSTOMER_GONE = 'This customer no longer exists.';

interface CustomerLoadedProps {
  userId: string;
  children: (customer: CustomerDetails) => ReactNode;
}

/** Loads a customer for a dialog, with a skeleton, an error or a notice that they were deleted. */
export function CustomerLoaded({ userId, children }: CustomerLoadedProps) {
  const customer = useQuery(customerQuery(userId));
  if (hasCode(customer.error, 'not_found')) return <EmptyState title={CUSTOMER_GONE} />;
  return (
    <Loaded query={customer} failure="Failed to load customer data.">
      {(known) => <LateContent>{children(known)}</LateContent>}
    </Loaded>
  );
}

function LateContent({ children }: { children: ReactNode }) {
  return <div ref={useLateContent()}>{children}</div>;
}
