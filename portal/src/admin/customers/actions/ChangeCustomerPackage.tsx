import type { Subscription } from '@stationhouse/platform-api/contract/billing/schemas';
import { CURRENCY } from '@stationhouse/platform-api/contract/billing/prices';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { openClient } from '../../../api/client.ts';
import { PackageChoice } from '../../../billing/PackageChoice.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { CustomerCaption, CustomerLoaded } from '../../Customer.tsx';

interface ChangeCustomerPackageProps {
  userId: string;
  onClose: () => void;
}

/** Changes a customer's package on their behalf, with the same price and terms. */
export function ChangeCustomerPackage({ userId, onClose }: ChangeCustomerPackageProps) {
  const queries = useQueryClient();
  const [unpaid, setUnpaid] = useState<Subscription['unpaid_change']>(null);
  return (
    <Dialog
      title="Change package"
      description={<CustomerCaption userId={userId} />}
      open
      onOpenChange={onClose}
    >
      <CustomerLoaded userId={userId}>
        {({ station, next_package_name }) =>
          station?.package_name == null ? (
            <p className="text-muted">This customer has not bought a package.</p>
          ) : (
            <div className="flex flex-col gap-5">
              <p className="text-muted">
                The customer’s stored card is charged, and they get an email about the change.
              </p>
              <PackageChoice
                subscription={{
                  package_name: station.package_name,
                  next_package_name,
                  unpaid_change: unpaid,
                  currency: CURRENCY,
                }}
                calls={{
                  quote: async (wanted) =>
                    (await openClient()).admin.customers.quotePackage(userId, wanted),
                  change: async (quote) =>
                    (await openClient()).admin.customers.changePackage(userId, quote),
                }}
                onChanged={({ subscription, payment_url }) => {
                  setUnpaid(subscription.unpaid_change);
                  void queries.invalidateQueries();
                  if (payment_url === null) onClose();
                }}
              />
            </div>
          )
        }
      </CustomerLoaded>
    </Dialog>
  );
}
