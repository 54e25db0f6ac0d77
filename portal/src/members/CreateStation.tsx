import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { meQuery, purchaseQuery } from '../api/queries.ts';

/** Its forms are fetched by those alone who buy. */
const PurchaseWizard = lazy(async () => ({
  default: (await import('../purchase/PurchaseWizard.tsx')).PurchaseWizard,
}));

/** Creation mode: the wizard in place of the cards (specification §2, member dashboard). */
export function CreateStation({ onDone }: { onDone: () => void }) {
  const me = useQuery(meQuery);
  const purchase = useQuery(purchaseQuery);
  return (
    <Loaded query={me} failure="Failed to load your profile">
      {({ profile }) => (
        <Loaded query={purchase} failure="Failed to load your purchase">
          {(open) => (
            <Suspense fallback={<Skeleton className="h-80 w-full" />}>
              <PurchaseWizard profile={profile} purchase={open} onDone={onDone} />
            </Suspense>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}
