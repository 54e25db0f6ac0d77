import type { PackageName } from '@stationhouse/platform-api/contract/billing/prices';
import type { CompanyDetails } from '@stationhouse/sdk/client';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Notice, RequestReference } from '../ui/Notice.tsx';
import { type CheckoutProblem, useCheckoutProblems } from './checkout-problem.ts';
import { OrderedPackage } from './OrderedPackage.tsx';
import { PaymentPage } from './PaymentPage.tsx';
import { Quoted } from './Quoted.tsx';
import { type Company, purchaseDraft } from './use-company.ts';
import { orderFor, usePaymentPage } from './use-payment-page.ts';
import type { Step } from './use-steps.ts';

interface SummaryStepProps {
  packageName: PackageName;
  /** The confirmed company details. */
  details: CompanyDetails;
  /** Ends automatically after a month. */
  isTrial: boolean;
  onTrial: (isWanted: boolean) => void;
  company: Company;
  linkTo: (step: Step) => string;
  go: (step: Step) => void;
  onDone: () => void;
}

/** Step 3: package, company, price and payment (specification §2, §8, §9). */
export function SummaryStep(props: SummaryStepProps) {
  const { packageName, details, isTrial, onTrial, company, linkTo, go, onDone } = props;
  const { country, vat_number } = details;
  const order = { package_name: packageName, country, ...(vat_number && { vat_number }) };
  const queries = useQueryClient();
  const { payment, pay, noteOpened } = usePaymentPage({
    onStarted() {
      purchaseDraft.forget();
      // The dashboard shows the purchase that has started.
      void queries.invalidateQueries({ queryKey: ['me'] });
    },
    onProblem: useCheckoutProblems({ order, form: company.form, go }),
  });

  if (payment.status === 'started') {
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
        isTrial={isTrial}
        onAddVatNumber={() => go('company')}
        onCorrectVatNumber={() => {
          company.refuseVatNumber();
          go('company');
        }}
        onLeaveOutVatNumber={company.leaveOutVatNumber}
      >
        {(quote) => (
          <>
            <Checkbox
              label="Try it for a month"
              hint="Your station ends automatically after a month, unless you continue it with one click. We remind you before."
              checked={isTrial}
              disabled={payment.status === 'starting'}
              onChange={({ currentTarget }) => onTrial(currentTarget.checked)}
            />
            <Checkout
              problem={payment.status === 'idle' ? payment.problem : undefined}
              isBusy={payment.status === 'starting'}
              onPay={() => pay(orderFor(details, quote, isTrial))}
              onDone={onDone}
            />
          </>
        )}
      </Quoted>
    </div>
  );
}

interface CheckoutProps {
  problem: CheckoutProblem | undefined;
  isBusy: boolean;
  onPay: () => void;
  onDone: () => void;
}

/** The button that opens the payment page, with the problem if that failed. */
function Checkout({ problem, isBusy, onPay, onDone }: CheckoutProps) {
  return (
    <>
      <div role="alert" className="empty:hidden">
        {problem ? <ProblemNotice problem={problem} /> : null}
      </div>
      {problem?.kind === 'subscribed' ? (
        <Button size="large" onClick={onDone}>
          Go to your dashboard
        </Button>
      ) : (
        <div className="flex flex-col gap-3">
          <Button size="large" busy={isBusy} busyText="Opening payment..." onClick={onPay}>
            Complete Purchase
          </Button>
          <p className="text-small text-muted">
            You pay on a page by Stripe, our payment provider, which opens in a new tab. Our{' '}
            <Link to="/terms-of-service" target="_blank" rel="noopener" className="link">
              Terms of service
            </Link>{' '}
            apply.
          </p>
        </div>
      )}
    </>
  );
}

function ProblemNotice({ problem }: { problem: CheckoutProblem }) {
  // Shown beside the fields.
  if (problem.kind === 'wrong-details') return null;
  const isNeutral = problem.kind === 'price-changed' || problem.kind === 'subscribed';
  return (
    <Notice kind={isNeutral ? 'neutral' : 'bad'} title={problem.title}>
      {problem.detail}
      {problem.kind === 'failed' ? <RequestReference id={problem.requestId} /> : null}
    </Notice>
  );
}

interface OrderingCompanyProps {
  company: CompanyDetails;
  changeAt: string;
}

/** The company in the order summary. */
function OrderingCompany({ company, changeAt }: OrderingCompanyProps) {
  const { name, address, postal_code, city, country, telephone, website } = company;
  const { vat_number, purchase_order } = company;
  return (
    <Card>
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="min-w-0 text-title">{name}</h3>
        <Link to={changeAt} className="link">
          Change<span className="sr-only"> the company details</span>
        </Link>
      </div>
      <div className="text-small text-muted *:break-words">
        <address className="not-italic">
          {address}
          <br />
          {postal_code} {city}
          <br />
          {country}
        </address>
        <p className="mt-3">{telephone}</p>
        {website ? <p>{website}</p> : null}
        {vat_number ? <p className="mt-3">VAT number {vat_number}</p> : null}
        {purchase_order ? <p className="mt-3">Purchase order {purchase_order}</p> : null}
      </div>
    </Card>
  );
}
