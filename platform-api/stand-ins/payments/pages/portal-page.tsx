/** @jsxRuntime automatic */
import type Stripe from 'stripe';
import { BRAND } from '../../../contract/brand.ts';
import type { Card, SandboxActs } from '../acts.ts';
import { invoiceAddress, invoicePdfAddress, portalAddress } from './addresses.ts';
import { money } from './amounts.ts';
import type { Answer } from './answer.ts';
import { CardForm, type CardFault } from './card-form.tsx';
import { day } from './dates.ts';
import { InvoiceBadge, invoiceNumber, invoiceTotal } from './invoice-words.tsx';
import { pageAnswer } from './page.tsx';
import { webAddress } from './return-address.ts';
import { SubscriptionBadge } from './subscription-badge.tsx';
import {
  endOf,
  isRunning,
  periodEnd,
  priceWithVat,
  subscriptionName,
} from './subscription-words.ts';

/** What a portal session shows. */
export type PortalView = NonNullable<ReturnType<SandboxActs['portal']>>;

/** The portal's own pages, below a session's address. */
export const portalPaths = {
  card: (id: string) => `${portalAddress('', id)}/card`,
  cancel: (id: string, subscriptionId: string) =>
    `${portalAddress('', id)}/subscriptions/${subscriptionId}/cancel`,
  resume: (id: string, subscriptionId: string) =>
    `${portalAddress('', id)}/subscriptions/${subscriptionId}/resume`,
  pay: (id: string, invoiceId: string) => `${portalAddress('', id)}/invoices/${invoiceId}/pay`,
};

/** When the next payment is due, or when it ends. */
function whatComes(subscription: Stripe.Subscription): string {
  const end = endOf(subscription);
  if (!isRunning(subscription)) return end === null ? 'Ended' : `Ended on ${day(end)}`;
  if (end !== null) return `Runs until ${day(end)}`;
  const next = periodEnd(subscription);
  return next === null ? 'No payment is planned' : `Next payment on ${day(next)}`;
}

function SubscriptionCard(props: { id: string; subscription: Stripe.Subscription }) {
  const { id, subscription } = props;
  const isEnding = endOf(subscription) !== null;
  return (
    <div className="card stack">
      <div className="row">
        <h2>{subscriptionName(subscription)}</h2>
        <SubscriptionBadge subscription={subscription} />
      </div>
      <div>
        <p className="big">{money(priceWithVat(subscription), subscription.currency)}</p>
        <p className="muted">per month incl. VAT</p>
      </div>
      <p>{whatComes(subscription)}</p>
      {isRunning(subscription) &&
        (isEnding ? (
          <form method="post" action={portalPaths.resume(id, subscription.id)}>
            <button type="submit">Resume subscription</button>
          </form>
        ) : (
          <p>
            <a className="button" href={portalPaths.cancel(id, subscription.id)}>
              Cancel subscription
            </a>
          </p>
        ))}
    </div>
  );
}

function InvoiceRow({ id, invoice }: { id: string; invoice: Stripe.Invoice }) {
  return (
    <li>
      <div>
        <p>
          <a href={invoiceAddress('', invoice.id)}>{invoiceNumber(invoice)}</a>
        </p>
        <p className="muted small">
          {day(invoice.created)} · <span className="figures">{invoiceTotal(invoice)}</span>
        </p>
      </div>
      <div className="actions">
        <InvoiceBadge invoice={invoice} />
        {invoice.status === 'open' && (
          <form method="post" action={portalPaths.pay(id, invoice.id)}>
            <button type="submit" className="primary compact" data-busy="Paying…">
              Pay now
            </button>
          </form>
        )}
        <a
          className="button compact"
          href={invoicePdfAddress('', invoice.id)}
          aria-label={`Invoice ${invoiceNumber(invoice)} as PDF`}
        >
          PDF
        </a>
      </div>
    </li>
  );
}

function Invoices({ id, invoices }: { id: string; invoices: Stripe.Invoice[] }) {
  return (
    <section aria-labelledby="invoices">
      <h2 id="invoices">Invoices</h2>
      <div className="card">
        {invoices.length === 0 ? (
          <p className="muted">No invoices yet.</p>
        ) : (
          <ul className="list flush">
            {invoices.map((invoice) => (
              <InvoiceRow key={invoice.id} id={id} invoice={invoice} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** What has just happened, said above the rest. */
export interface PortalNews {
  good?: string;
  bad?: string;
}

function News({ good, bad }: PortalNews) {
  return (
    <>
      {good !== undefined && (
        <p className="notice good" role="status">
          {good}
        </p>
      )}
      {bad !== undefined && (
        <p className="notice bad" role="alert">
          {bad}
        </p>
      )}
    </>
  );
}

function PaymentMethod({ id, card }: { id: string; card: string | null }) {
  return (
    <section aria-labelledby="method">
      <h2 id="method">Payment method</h2>
      <div className="card row">
        <span className="figures">{card ?? 'No card'}</span>
        <a href={portalPaths.card(id)}>{card === null ? 'Add a card' : 'Change card'}</a>
      </div>
    </section>
  );
}

/** The customer portal: what one pays for, with what, and what one has paid. */
export function portalPage(id: string, view: PortalView, news: PortalNews = {}): Answer {
  const back = webAddress(view.return_url);
  const children = (
    <>
      {back !== null && (
        <p>
          <a href={back}>Return to {BRAND.name}</a>
        </p>
      )}
      <h1>Your subscription</h1>
      <p className="muted lead">{view.customer.email ?? view.customer.name}</p>
      <News {...news} />
      <section>
        {view.subscriptions.length === 0 && <p className="card muted">No subscription yet.</p>}
        {view.subscriptions.map((subscription) => (
          <SubscriptionCard key={subscription.id} id={id} subscription={subscription} />
        ))}
      </section>
      <PaymentMethod id={id} card={view.card} />
      <Invoices id={id} invoices={view.invoices} />
    </>
  );
  const status = news.bad === undefined ? 200 : 402;
  return pageAnswer({ status, title: 'Your subscription', width: 'middle', children });
}

/** Another card for the payments to come. */
export function changeCardPage(
  id: string,
  view: PortalView,
  tried: { typed: Card | null; fault: CardFault | null } = { typed: null, fault: null },
): Answer {
  const children = (
    <>
      <p>
        <a href={portalAddress('', id)}>Back to your subscription</a>
      </p>
      <h1>{view.card === null ? 'Add a card' : 'Change card'}</h1>
      <p className="muted">
        {view.card === null ? 'There is no card yet.' : `Now: ${view.card}.`} Payments to come use
        the new card.
      </p>
      <section className="card">
        <CardForm
          action={portalPaths.card(id)}
          submit="Save card"
          busy="Saving…"
          reassurance="Your card was not changed. You can try again here."
          {...tried}
        />
      </section>
    </>
  );
  const status = tried.fault === null ? 200 : 402;
  return pageAnswer({ status, title: 'Change card', children });
}

/** Asks once more before a subscription is cancelled, and says until when it runs. */
export function cancelPage(id: string, subscription: Stripe.Subscription): Answer {
  const end = periodEnd(subscription);
  const children = (
    <section className="card" aria-labelledby="question">
      <h1 id="question">Cancel {subscriptionName(subscription)}?</h1>
      {end !== null && (
        <p>
          It runs until <strong>{day(end)}</strong>, the end of the time you have paid for. Until
          then you can change your mind here.
        </p>
      )}
      <form method="post" action={portalPaths.cancel(id, subscription.id)}>
        <div className="actions">
          <button type="submit" className="danger" data-busy="Cancelling…">
            Cancel subscription
          </button>
          <a className="button" href={portalAddress('', id)}>
            Keep it
          </a>
        </div>
      </form>
    </section>
  );
  return pageAnswer({ title: 'Cancel subscription', children });
}
