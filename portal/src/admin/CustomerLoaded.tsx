import type { CustomerDetails } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '../members/Loaded.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { customerQuestion } from './questions.ts';

interface CustomerLoadedProps {
  user_id: string;
  children: (customer: CustomerDetails) => ReactNode;
}

/** A customer for a dialog: until they are known their place, and a word where they are gone. */
export function CustomerLoaded({ user_id, children }: CustomerLoadedProps) {
  const customer = useQuery(customerQuestion(user_id));
  if (Object(customer.error).code === 'not_found') {
    return <EmptyState title="This customer no longer exists." />;
  }
  return (
    <Loaded question={customer} failure="Failed to load customer data.">
      {children}
    </Loaded>
  );
}
