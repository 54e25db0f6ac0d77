/** @jsxRuntime automatic */
import { z } from 'zod';
import { BRAND } from '../../contract/site/brand.ts';
import { LAUNCH_HOURS } from '../../contract/stations/values.ts';
import { afterFirstPayment } from '../../contract/billing/prices.ts';
import { amount, longDate } from '../mail/format.ts';
import { Action, LetterLayout, Paragraph, SmallPrint } from '../mail/letter-layout.tsx';
import { mail } from '../mail/send-mail.ts';

const time = z.iso.datetime();

/** In minor units, including VAT and the setup fee. */
export const PRICE = { package_name: z.string(), total_amount: z.int(), currency: z.string() };

/** The package before is the same when a planned change is taken back. `starts_at` null: it has started. */
export const PACKAGE_CHANGE = {
  package_name: z.string(),
  before: z.string(),
  starts_at: time.nullable(),
};

/** Thanks a member for the first payment and explains the next step. */
export const purchaseConfirmed = mail({
  name: 'purchase-confirmed',
  payload: {
    ...PRICE,
    /** The end of a trial; null: it is no trial. */
    trial_ends_at: time.nullable().default(null),
    /** A month after the first one, with VAT; null: unknown, in mails of earlier releases. */
    monthly: z
      .object({ amount: z.int(), vat_rate: z.int(), is_trial: z.boolean() })
      .nullable()
      .default(null),
  },
  subject: () => `Thank you: your ${BRAND.name} station is on its way`,
  Body: ({ package_name, total_amount, currency, trial_ends_at, monthly, publicUrl }) => (
    <LetterLayout
      preview="Tell us about your station, and we will build it."
      heading="Thank you for your purchase"
      why={`You get this email because you bought a ${BRAND.name} package.`}
    >
      <Paragraph>
        We have received your payment of <strong>{amount(total_amount, currency)}</strong> for the{' '}
        <strong>{package_name}</strong> package.
        {monthly === null
          ? ''
          : ` ${afterFirstPayment(amount(monthly.amount, currency), {
              vat_rate: monthly.vat_rate,
              isTrial: monthly.is_trial,
            })}`}
      </Paragraph>
      {trial_ends_at === null ? null : (
        <Paragraph>
          This is a trial. It ends automatically on <strong>{longDate(trial_ends_at)}</strong>,
          unless you continue it on your dashboard. We will remind you.
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
});

/** Tells a member that a payment failed, how long the station stays on air, and what to do. */
export const paymentFailed = mail({
  name: 'payment-failed',
  payload: { off_air_at: time },
  subject: () => `Your payment to ${BRAND.name} didn’t go through`,
  Body: ({ off_air_at, publicUrl }) => (
    <LetterLayout
      preview={`Your station stays on air until ${longDate(off_air_at)}.`}
      heading="Your payment didn’t go through"
      why={`You get this email because you have a subscription with ${BRAND.name}.`}
    >
      <Paragraph>
        We could not collect the payment for your station. This can happen when a card expires or a
        bank declines the payment.
      </Paragraph>
      <Paragraph>
        Your station stays on air until <strong>{longDate(off_air_at)}</strong>. Before then, please
        open your dashboard, choose ‘Manage Subscription’ and check your card.
      </Paragraph>
      <Action href={`${publicUrl}/members`} label="Go to your dashboard" />
      <SmallPrint>Have you paid in the meantime? Then there is nothing to do.</SmallPrint>
    </LetterLayout>
  ),
});

/** Confirms a cancellation, its date, and the last payment. */
export const subscriptionCancelled = mail({
  name: 'subscription-cancelled',
  payload: {
    ends_at: time,
    /** The last payment; null: nothing more is charged. */
    payment: z
      .object({ amount: z.int(), currency: z.string(), date: time })
      .nullable()
      .default(null),
  },
  subject: () => `Your ${BRAND.name} subscription is cancelled`,
  Body: ({ ends_at, payment, publicUrl }) => (
    <LetterLayout
      preview={`It ends on ${longDate(ends_at)}.`}
      heading="Your subscription is cancelled"
      why={`You get this email because you have a subscription with ${BRAND.name}.`}
    >
      <Paragraph>
        We are sorry to see you go. Your subscription ends on <strong>{longDate(ends_at)}</strong>.
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
});

/** Confirms that a cancellation was taken back. */
export const subscriptionResumed = mail({
  name: 'subscription-resumed',
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
});

/** Reminds a member that the trial ends, and how to continue it. */
export const trialEnds = mail({
  name: 'trial-ends',
  payload: {
    ends_at: time,
    /** A month after the trial, with VAT. */
    price: z.object({ amount: z.int(), currency: z.string() }),
  },
  subject: ({ ends_at }) => `Your ${BRAND.name} trial ends on ${longDate(ends_at)}`,
  Body: ({ ends_at, price, publicUrl }) => (
    <LetterLayout
      preview="Continue it with one click, or do nothing."
      heading={`Your trial ends on ${longDate(ends_at)}`}
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
});

/** Confirms that a trial was continued, with the next payment. */
export const trialContinued = mail({
  name: 'trial-continued',
  payload: {
    payment: z.object({ amount: z.int(), currency: z.string(), date: time.nullable() }),
  },
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
});

/** Confirms a change of package, a planned one, or that a planned one is taken back. */
export const packageChanged = mail({
  name: 'package-changed',
  payload: PACKAGE_CHANGE,
  subject: ({ package_name, starts_at }) =>
    starts_at === null
      ? `Your ${BRAND.name} package: ${package_name}`
      : `Your ${BRAND.name} package becomes ${package_name}`,
  Body: ({ package_name, before, starts_at, publicUrl }) => (
    <LetterLayout
      preview={
        starts_at === null
          ? `Your station has the ${package_name} package.`
          : `It changes on ${longDate(starts_at)}.`
      }
      heading={starts_at === null ? `You have ${package_name}` : `You change to ${package_name}`}
      why={`You get this email because you have a subscription with ${BRAND.name}.`}
    >
      {starts_at !== null ? (
        <Paragraph>
          Your station changes from {before} to <strong>{package_name}</strong> on{' '}
          <strong>{longDate(starts_at)}</strong>, with your next payment. Until then you keep{' '}
          {before}.
        </Paragraph>
      ) : before === package_name ? (
        <Paragraph>
          The change that was planned is taken back. You keep <strong>{package_name}</strong>.
        </Paragraph>
      ) : (
        <Paragraph>
          Your station has changed from {before} to <strong>{package_name}</strong>. You can use
          what the package has from now on.
        </Paragraph>
      )}
      <Action href={`${publicUrl}/members`} label="Go to your dashboard" />
      <SmallPrint>If you didn’t ask for this, please contact us.</SmallPrint>
    </LetterLayout>
  ),
});

/** Tells a member that the subscription has ended, and when the station goes off air. */
export const subscriptionEnded = mail({
  name: 'subscription-ended',
  payload: { off_air_at: time },
  subject: () => `Your ${BRAND.name} subscription has ended`,
  Body: ({ off_air_at, publicUrl }) => (
    <LetterLayout
      preview={`Your station goes off air on ${longDate(off_air_at)}.`}
      heading="Your subscription has ended"
      why={`You get this email because you had a subscription with ${BRAND.name}.`}
    >
      <Paragraph>
        You will not be charged again. Your station goes off air on{' '}
        <strong>{longDate(off_air_at)}</strong>.
      </Paragraph>
      <Paragraph>
        Would you like to keep it? We still have everything. Open your dashboard, or just reply to
        this email.
      </Paragraph>
      <Action href={`${publicUrl}/members`} label="Go to your dashboard" />
      <SmallPrint>Your invoices stay available on your dashboard.</SmallPrint>
    </LetterLayout>
  ),
});
