import type { CustomerDetails } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLateContent } from '../ui/Dialog.tsx';
import { EmptyState, Loaded } from '../ui/Loaded.tsx';
import { customerQuery } from './queries.ts';

/** What is said of somebody who was deleted meanwhile. */
export const CUSTOMER_GONE = 'This customer no longer exists.';

interface CustomerLoadedProps {
  user_id: string;
  children: (customer: CustomerDetails) => ReactNode;
}

/** A customer for a dialog: until they are known their place, and a word where they are gone. */
export function CustomerLoaded({ user_id, children }: CustomerLoadedProps) {
  const customer = useQuery(customerQuery(user_id));
  if (Object(customer.error).code === 'not_found') {
    return <EmptyState title={CUSTOMER_GONE} />;
  }
  return (
    <Loaded query={customer} failure="Failed to load customer data.">
      {(known) => <Arrived>{children(known)}</Arrived>}
    </Loaded>
  );
}

function Arrived({ children }: { children: ReactNode }) {
  return <div ref={useLateContent()}>{children}</div>;
}
