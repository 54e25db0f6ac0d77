import type { PackageName } from '@stationhouse/platform-api/contract/limits';
import type { CompanyDetails } from '@stationhouse/sdk/client';
import { useQueryClient } from '@tanstack/react-query';
import { Checkout } from './Checkout.tsx';
import { OrderedPackage } from './OrderedPackage.tsx';
import { OrderingCompany } from './OrderingCompany.tsx';
import { PaymentPage } from './PaymentPage.tsx';
import { purchaseDraft } from './purchase-draft.ts';
import { Quoted } from './Quoted.tsx';
import type { Company } from './use-company.ts';
import { orderFor, usePaymentPage } from './use-payment-page.ts';
import { useSetbacks } from './use-setbacks.ts';
import type { Step } from './use-steps.ts';

interface SummaryStepProps {
  packageName: PackageName;
  /** Who buys, as it was confirmed. */
  details: CompanyDetails;
  company: Company;
  linkTo: (step: Step) => string;
  go: (step: Step) => void;
  onDone: () => void;
}

/** Step 3: what is bought, by whom, what it comes to, and the way to pay (specification §2, §8, §9). */
export function SummaryStep(props: SummaryStepProps) {
  const { packageName, details, company, linkTo, go, onDone } = props;
  const { country, vat_number } = details;
  const order = { package_name: packageName, country, ...(vat_number && { vat_number }) };
  const queries = useQueryClient();
  const { payment, pay, noteOpened } = usePaymentPage({
    onBegun() {
      purchaseDraft.forget();
      // There is a purchase under way now, which the dashboard shows.
      void queries.invalidateQueries({ queryKey: ['me'] });
    },
    onSetback: useSetbacks({ packageName, order, form: company.form, go }),
  });

  if (payment.is === 'begun') {
    const { url, isOpen } = payment;
    return <PaymentPage url={url} isOpen={isOpen} onOpen={() => noteOpened(url)} onDone={onDone} />;
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <div className="flex min-w-0 flex-col gap-6">
        <OrderedPackage name={packageName} changeAt={linkTo('package')} />
        <OrderingCompany company={details} changeAt={linkTo('company')} />
      </div>
      <Quoted
        order={order}
        onCorrectVatNumber={() => {
          company.refuseVatNumber();
          go('company');
        }}
        onLeaveOutVatNumber={company.leaveOutVatNumber}
      >
        {(quote) => (
          <Checkout
            setback={payment.is === 'not-begun' ? payment.setback : undefined}
            isBusy={payment.is === 'beginning'}
            onPay={() => pay(orderFor(details, quote))}
            onDone={onDone}
          />
        )}
      </Quoted>
    </div>
  );
}
