import type { Subscription } from '@stationhouse/platform-api/contract/billing/schemas';
import type { PackageName } from '@stationhouse/platform-api/contract/billing/prices';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { openClient } from '../api/client.ts';
import { BILLING_PATH, CHANGE_PACKAGE_PATH, CREATE_PATH } from '../api/member-paths.ts';
import { stationQuery } from '../api/queries.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { PackageChoice } from './PackageChoice.tsx';
import { billingQuery, hasEnded, isUnpaid, useShowSubscription } from './subscription.ts';

/** The button that opens the change of package, and its dialog, which has an address of its own. */
export function ChangePackage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { data } = useQuery(billingQuery);
  if (!data) return null;
  const { subscription } = data;
  const close = () => void navigate(BILLING_PATH);
  return (
    <>
      {isChangeable(subscription) ? (
        <ButtonLink to={CHANGE_PACKAGE_PATH} kind="secondary" className="self-start">
          Change package
        </ButtonLink>
      ) : null}
      <Dialog
        title="Change your package"
        open={params.get('change') === 'package'}
        onOpenChange={(isOpen) => {
          if (!isOpen) close();
        }}
      >
        {isChangeable(subscription) ? (
          <Change subscription={subscription} onDone={close} />
        ) : (
          <NotChangeable subscription={subscription} />
        )}
      </Dialog>
    </>
  );
}

/** A subscription that is paid, with a package of ours. */
type Changeable = Subscription & { package_name: PackageName };

const isChangeable = (subscription: Subscription | null): subscription is Changeable =>
  subscription !== null &&
  subscription.package_name !== null &&
  !hasEnded(subscription) &&
  !isUnpaid(subscription);

function NotChangeable({ subscription }: { subscription: Subscription | null }) {
  if (subscription && isUnpaid(subscription)) {
    return <p>Your package can be changed once your last payment has arrived.</p>;
  }
  if (subscription && hasEnded(subscription)) {
    return (
      <div className="flex flex-col items-start gap-4">
        <p>Your subscription has ended. You can start again with any package.</p>
        <ButtonLink to={CREATE_PATH}>Start again</ButtonLink>
      </div>
    );
  }
  return (
    <p>
      Your package was made for you.{' '}
      <Link to="/contact" className="link">
        Write to us
      </Link>{' '}
      to change it.
    </p>
  );
}

function Change({ subscription, onDone }: { subscription: Changeable; onDone: () => void }) {
  const show = useShowSubscription();
  const queries = useQueryClient();
  return (
    <PackageChoice
      subscription={subscription}
      calls={{
        quote: async (wanted) => (await openClient()).me.billing.quotePackage(wanted),
        change: async (quote) => (await openClient()).me.billing.changePackage(quote),
      }}
      onChanged={({ subscription: changed, payment_url }) => {
        show(changed);
        void show.again();
        void queries.invalidateQueries({ queryKey: stationQuery.queryKey });
        if (payment_url === null) onDone();
      }}
    />
  );
}
