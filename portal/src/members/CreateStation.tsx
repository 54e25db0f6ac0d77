import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Loaded } from './Loaded.tsx';
import { meQuestion, purchaseQuestion } from './questions.ts';

/** Its forms are fetched by those alone who buy. */
const PurchaseWizard = lazy(async () => ({
  default: (await import('../purchase/PurchaseWizard.tsx')).PurchaseWizard,
}));

/** Creation mode: the wizard in place of the cards (specification §2, member dashboard). */
export function CreateStation({ onDone }: { onDone: () => void }) {
  const me = useQuery(meQuestion);
  const purchase = useQuery(purchaseQuestion);
  return (
    <Loaded question={me} failure="Failed to load your profile">
      {({ profile }) => (
        <Loaded question={purchase} failure="Failed to load your purchase">
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
