/** @jsxRuntime automatic */
import { BRAND } from '../../contract/site/brand.ts';
import { LAUNCH_HOURS } from '../../contract/stations/values.ts';
import { afterFirstPayment } from '../../contract/billing/prices.ts';
import { amount, longDate } from './format.ts';
import { Action, LetterLayout, Paragraph, SmallPrint } from './letter-layout.tsx';
import type { Message } from './message.ts';

interface PurchaseProps {
  packageName: string;
  /** In minor units, including VAT and the setup fee. */
  totalAmount: number;
  currency: string;
  /** Null: it is no trial. */
  trialEndsAt: string | null;
  /** A month after the first one, with VAT; null: unknown. */
  monthly: { amount: number; vat_rate: number; is_trial: boolean } | null;
  publicUrl: string;
}

/** Thanks a member for the first payment and explains the next step. */
export const purchaseConfirmed: Message<PurchaseProps> = {
  subject: () => `Thank you: your ${BRAND.name} station is on its way`,
  Body: ({ packageName, totalAmount, currency, trialEndsAt, monthly, publicUrl }) => (
    <LetterLayout
      preview="Tell us about your station, and we will build it."
      heading="Thank you for your purchase"
      why={`You get this email because you bought a ${BRAND.name} package.`}
    >
      <Paragraph>
        We have received your payment of <strong>{amount(totalAmount, currency)}</strong> for the{' '}
        <strong>{packageName}</strong> package.
        {monthly === null
          ? ''
          : ` ${afterFirstPayment(amount(monthly.amount, currency), {
              vat_rate: monthly.vat_rate,
              isTrial: monthly.is_trial,
            })}`}
      </Paragraph>
      {trialEndsAt === null ? null : (
        <Paragraph>
          This is a trial. It ends automatically on <strong>{longDate(trialEndsAt)}</strong>, unless
          you continue it on your dashboard. We will remind you.
        </Paragraph>
      )}
      <Paragraph>
        Next, tell us about your station: its name, its voice and what it should say. Our team then
        builds it, and it goes live in under {LAUNCH_HOURS} hours.
      </Paragraph>
      <Action href={`${publicUrl}/members`} label="Set up your station" />
      <SmallPrint>
        You can find your invoice on your dashboard, under ‘Payment History’. A new one is added
        each month.
      </SmallPrint>
    </LetterLayout>
  ),
};

/** Tells a member that a payment failed, how long the station stays on air, and what to do. */
export const paymentFailed: Message<{ offAirAt: string; publicUrl: string }> = {
  subject: () => `Your payment to ${BRAND.name} didn’t go through`,
  Body: ({ offAirAt, publicUrl }) => (
    <LetterLayout
      preview={`Your station stays on air until ${longDate(offAirAt)}.`}
      heading="Your payment didn’t go through"
      why={`You get this email because you have a subscription with ${BRAND.name}.`}
    >
      <Paragraph>
        We could not collect the payment for your station. This can happen when a card expires or a
        bank declines the payment.
      </Paragraph>
      <Paragraph>
        Your station stays on air until <strong>{longDate(offAirAt)}</strong>. Before then, please
        open your dashboard, choose ‘Manage Subscription’ and check your card.
      </Paragraph>
      <Action href={`${publicUrl}/members`} label="Go to your dashboard" />
      <SmallPrint>Have you paid in the meantime? Then there is nothing to do.</SmallPrint>
    </LetterLayout>
  ),
};

interface CancelledProps {
  endsAt: string;
  /** The last payment; null: nothing more is charged. */
  payment: { amount: number; currency: string; date: string } | null;
  publicUrl: string;
}

/** Confirms a cancellation, its date, and the last payment. */
export const subscriptionCancelled: Message<CancelledProps> = {
  subject: () => `Your ${BRAND.name} subscription is cancelled`,
  Body: ({ endsAt, payment, publicUrl }) => (
    <LetterLayout
      preview={`It ends on ${longDate(endsAt)}.`}
      heading="Your subscription is cancelled"
      why={`You get this email because you have a subscription with ${BRAND.name}.`}
    >
      <Paragraph>
        We are sorry to see you go. Your subscription ends on <strong>{longDate(endsAt)}</strong>.
        Until then, your station stays on air.
      </Paragraph>
      {payment === null ? (
        <Paragraph>Nothing more will be charged.</Paragraph>
      ) : (
        <Paragraph>
          One last payment of <strong>{amount(payment.amount, payment.currency)}</strong> is due on{' '}
          <strong>{longDate(payment.date)}</strong>, for the month until then.
        </Paragraph>
      )}
      <Paragraph>
        Changed your mind? Before that day, open your dashboard and choose ‘Keep my station’.
      </Paragraph>
      <Action href={`${publicUrl}/members`} label="Go to your dashboard" />
      <SmallPrint>If you didn’t cancel, please contact us.</SmallPrint>
    </LetterLayout>
  ),
};

/** Confirms that a cancellation was taken back. */
export const subscriptionResumed: Message<{ publicUrl: string }> = {
  subject: () => `Your ${BRAND.name} subscription continues`,
  Body: ({ publicUrl }) => (
    <LetterLayout
      preview="Your cancellation is taken back."
      heading="Your subscription continues"
      why={`You get this email because you have a subscription with ${BRAND.name}.`}
    >
      <Paragraph>
        We are glad that you stay. Your cancellation is taken back, and your subscription renews
        each month as before.
      </Paragraph>
      <Action href={`${publicUrl}/members`} label="Go to your dashboard" />
      <SmallPrint>If you didn’t do this, please contact us.</SmallPrint>
    </LetterLayout>
  ),
};

interface TrialEndsProps {
  endsAt: string;
  /** A month after the trial, with VAT. */
  price: { amount: number; currency: string };
  publicUrl: string;
}

/** Reminds a member that the trial ends, and how to continue it. */
export const trialEnds: Message<TrialEndsProps> = {
  subject: ({ endsAt }) => `Your ${BRAND.name} trial ends on ${longDate(endsAt)}`,
  Body: ({ endsAt, price, publicUrl }) => (
    <LetterLayout
      preview="Continue it with one click, or do nothing."
      heading={`Your trial ends on ${longDate(endsAt)}`}
      why={`You get this email because you have a subscription with ${BRAND.name}.`}
    >
      <Paragraph>
        Would you like to keep your station? Open your dashboard and choose ‘Continue after the
        trial’. You then pay <strong>{amount(price.amount, price.currency)}</strong> a month with
        VAT.
      </Paragraph>
      <Paragraph>
        Otherwise there is nothing to do. The trial ends automatically, and nothing more is charged.
      </Paragraph>
      <Action href={`${publicUrl}/members`} label="Go to your dashboard" />
      <SmallPrint>Do you have a question? Just reply to this email.</SmallPrint>
    </LetterLayout>
  ),
};

interface TrialContinuedProps {
  payment: { amount: number; currency: string; date: string | null };
  publicUrl: string;
}

/** Confirms that a trial was continued, with the next payment. */
export const trialContinued: Message<TrialContinuedProps> = {
  subject: () => `Your ${BRAND.name} station continues after the trial`,
  Body: ({ payment: { amount: cents, currency, date }, publicUrl }) => (
    <LetterLayout
      preview="Your station stays on air."
      heading="Your station continues"
      why={`You get this email because you have a subscription with ${BRAND.name}.`}
    >
      <Paragraph>
        We are glad that you stay. Your subscription renews each month for{' '}
        <strong>{amount(cents, currency)}</strong> in total
        {date === null ? '' : ', for the first time on '}
        {date === null ? null : <strong>{longDate(date)}</strong>}.
      </Paragraph>
      <Action href={`${publicUrl}/members`} label="Go to your dashboard" />
      <SmallPrint>If you didn’t do this, please contact us.</SmallPrint>
    </LetterLayout>
  ),
};

interface PackageChangedProps {
  packageName: string;
  /** The package before; the same when a planned change is taken back. */
  before: string;
  /** Null: it has started. */
  startsAt: string | null;
  publicUrl: string;
}

/** Confirms a change of package, a planned one, or that a planned one is taken back. */
export const packageChanged: Message<PackageChangedProps> = {
  subject: ({ packageName, startsAt }) =>
    startsAt === null
      ? `Your ${BRAND.name} package: ${packageName}`
      : `Your ${BRAND.name} package becomes ${packageName}`,
  Body: ({ packageName, before, startsAt, publicUrl }) => (
    <LetterLayout
      preview={
        startsAt === null
          ? `Your station has the ${packageName} package.`
          : `It changes on ${longDate(startsAt)}.`
      }
      heading={startsAt === null ? `You have ${packageName}` : `You change to ${packageName}`}
      why={`You get this email because you have a subscription with ${BRAND.name}.`}
    >
      {startsAt !== null ? (
        <Paragraph>
          Your station changes from {before} to <strong>{packageName}</strong> on{' '}
          <strong>{longDate(startsAt)}</strong>, with your next payment. Until then you keep{' '}
          {before}.
        </Paragraph>
      ) : before === packageName ? (
        <Paragraph>
          The change that was planned is taken back. You keep <strong>{packageName}</strong>.
        </Paragraph>
      ) : (
        <Paragraph>
          Your station has changed from {before} to <strong>{packageName}</strong>. You can use what
          the package has from now on.
        </Paragraph>
      )}
      <Action href={`${publicUrl}/members`} label="Go to your dashboard" />
      <SmallPrint>If you didn’t ask for this, please contact us.</SmallPrint>
    </LetterLayout>
  ),
};

/** Tells a member that the subscription has ended, and when the station goes off air. */
export const subscriptionEnded: Message<{ offAirAt: string; publicUrl: string }> = {
  subject: () => `Your ${BRAND.name} subscription has ended`,
  Body: ({ offAirAt, publicUrl }) => (
    <LetterLayout
      preview={`Your station goes off air on ${longDate(offAirAt)}.`}
      heading="Your subscription has ended"
      why={`You get this email because you had a subscription with ${BRAND.name}.`}
    >
      <Paragraph>
        You will not be charged again. Your station goes off air on{' '}
        <strong>{longDate(offAirAt)}</strong>.
      </Paragraph>
      <Paragraph>
        Would you like to keep it? We still have everything. Open your dashboard, or just reply to
        this email.
      </Paragraph>
      <Action href={`${publicUrl}/members`} label="Go to your dashboard" />
      <SmallPrint>Your invoices stay available on your dashboard.</SmallPrint>
    </LetterLayout>
  ),
};
