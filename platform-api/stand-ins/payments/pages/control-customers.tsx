/** @jsxRuntime automatic */
import type Stripe from 'stripe';
import type { SandboxActs } from '../acts.ts';
import { idOf } from '../ledger.ts';
import { invoiceAddress } from './addresses.ts';
import { money } from './amounts.ts';
import { controlPaths } from './control-paths.ts';
import { day } from './dates.ts';
import { InvoiceBadge, invoiceNumber, invoiceTotal } from './invoice-words.tsx';
import { SubscriptionBadge } from './subscription-badge.tsx';
import {
  endOf,
  isRunning,
  periodEnd,
  priceWithVat,
  subscriptionName,
} from './subscription-words.ts';

function SubscriptionRow({ subscription }: { subscription: Stripe.Subscription }) {
  const end = endOf(subscription);
  const next = periodEnd(subscription);
  const isOver = !isRunning(subscription);
  return (
    <li>
      <div>
        <p>
          <strong>{subscriptionName(subscription)}</strong>,{' '}
          {money(priceWithVat(subscription), subscription.currency)} per month
        </p>
        <p className="muted small">
          {end !== null && `${isOver ? 'Ended' : 'Runs until'} ${day(end)}`}
          {end === null && next !== null && `Next payment on ${day(next)}`}
        </p>
      </div>
      <div className="actions">
        <SubscriptionBadge subscription={subscription} />
        {!isOver && (
          <form method="post" action={controlPaths.endSubscription(subscription.id)}>
            <button type="submit" className="compact danger">
              End subscription now
            </button>
          </form>
        )}
      </div>
    </li>
  );
}

interface CustomerProps {
  customer: Stripe.Customer;
  subscriptions: Stripe.Subscription[];
  invoices: Stripe.Invoice[];
}

function CustomerCard({ customer, subscriptions, invoices }: CustomerProps) {
  return (
    <article className="card">
      <div className="row">
        <div>
          <h3>{customer.name ?? customer.email ?? 'No name'}</h3>
          <p className="muted small">{customer.name === null ? null : customer.email}</p>
          <p className="id">{customer.id}</p>
        </div>
        <form method="post" action={controlPaths.breakCard(customer.id)}>
          <button type="submit" className="compact">
            Let the next payments fail
          </button>
        </form>
      </div>
      <ul className="list flush">
        {subscriptions.map((subscription) => (
          <SubscriptionRow key={subscription.id} subscription={subscription} />
        ))}
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            <div>
              <p>
                <a href={invoiceAddress('', invoice.id)}>Invoice {invoiceNumber(invoice)}</a>
              </p>
              <p className="muted small">
                {day(invoice.created)} · <span className="figures">{invoiceTotal(invoice)}</span>
              </p>
            </div>
            <InvoiceBadge invoice={invoice} />
          </li>
        ))}
        {subscriptions.length + invoices.length === 0 && (
          <li className="muted">Nothing bought yet.</li>
        )}
      </ul>
    </article>
  );
}

/** Who has bought what, and what can be done to it. */
export function Customers({ acts }: { acts: SandboxActs }) {
  const customers = acts.customers();
  const subscriptions = acts.subscriptions();
  const invoices = acts.invoices();
  const isOf =
    ({ id }: Stripe.Customer) =>
    ({ customer }: Stripe.Subscription | Stripe.Invoice): boolean =>
      idOf(customer) === id;
  return (
    <section aria-labelledby="customers">
      <h2 id="customers">Customers</h2>
      {customers.length === 0 && (
        <p className="card muted">Nobody yet. Buy a package and they appear here.</p>
      )}
      {customers.map((customer) => (
        <CustomerCard
          key={customer.id}
          customer={customer}
          subscriptions={subscriptions.filter(isOf(customer))}
          invoices={invoices.filter(isOf(customer))}
        />
      ))}
    </section>
  );
}
