/** @jsxRuntime automatic */
import type Stripe from 'stripe';
import type { PaymentsActs } from '../acts.ts';
import { refId } from '../stripe-object.ts';
import { controlPaths, invoiceAddress } from './addresses.ts';
import type { PageAnswer } from './answer.ts';
import { pageAnswer } from './page.tsx';
import {
  day,
  endOf,
  InvoiceBadge,
  invoiceNumber,
  isoTime,
  isRunning,
  moment,
  money,
  periodEndOf,
  priceWithVat,
  SubscriptionBadge,
  subscriptionName,
} from './words.tsx';

const MAX_EVENTS_SHOWN = 50;

function Clock({ time }: { time: number }) {
  return (
    <section className="card" aria-labelledby="time">
      <h2 id="time">Time in the sandbox</h2>
      <p className="clock">
        <time dateTime={isoTime(time)}>{moment(time)}</time>{' '}
        <span className="muted small">UTC</span>
      </p>
      <p className="muted">
        Move it on and what falls due happens: renewals, failed payments, endings. It never goes
        back.
      </p>
      <form method="post" action={controlPaths.clock}>
        <fieldset>
          <legend>Move on</legend>
          <div className="actions">
            <button type="submit" name="by" value="day" data-busy="Moving on…">
              A day
            </button>
            <button type="submit" name="by" value="week" data-busy="Moving on…">
              A week
            </button>
            <button type="submit" name="by" value="month" data-busy="Moving on…">
              A month
            </button>
          </div>
        </fieldset>
      </form>
    </section>
  );
}

function Events({ events }: { events: Stripe.Event[] }) {
  return (
    <section aria-labelledby="events">
      <h2 id="events">Events</h2>
      {events.length === 0 ? (
        <p className="card muted">Nothing has happened yet.</p>
      ) : (
        <div className="card">
          <ol className="list flush events">
            {events.slice(0, MAX_EVENTS_SHOWN).map((event) => (
              <li key={event.id}>
                <div>
                  <code>{event.type}</code>
                  <p className="muted small figures">
                    <time dateTime={isoTime(event.created)}>{moment(event.created)}</time>
                  </p>
                </div>
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}

/** The control page: the clock, and everything that was bought with the actions on it. */
export function controlPage(acts: PaymentsActs, news: string | undefined): PageAnswer {
  const children = (
    <>
      <h1>Sandbox controls</h1>
      <p className="muted lead">For developers and demonstrations: make things happen here.</p>
      {news !== undefined && (
        <p className="notice good" role="status">
          {news}
        </p>
      )}
      <div className="two control">
        <div>
          <Clock time={acts.time()} />
          <Customers acts={acts} />
          <Charges acts={acts} />
        </div>
        <Events events={acts.events()} />
      </div>
    </>
  );
  return pageAnswer({ title: 'Controls', width: 'wide', children });
}

function SubscriptionRow({ subscription }: { subscription: Stripe.Subscription }) {
  const end = endOf(subscription);
  const next = periodEndOf(subscription);
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
                {day(invoice.created)} ·{' '}
                <span className="figures">{money(invoice.total, invoice.currency)}</span>
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

function Customers({ acts }: { acts: PaymentsActs }) {
  const customers = acts.customers();
  const subscriptions = acts.subscriptions();
  const invoices = acts.invoices();
  const isOf =
    ({ id }: Stripe.Customer) =>
    ({ customer }: Stripe.Subscription | Stripe.Invoice): boolean =>
      refId(customer) === id;
  return (
    <section aria-labelledby="customers">
      <h2 id="customers">Customers</h2>
      {customers.length === 0 && (
        <p className="card muted">No customers yet. Buy a package and the customer appears here.</p>
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

/** Whether a charge can still be refunded or disputed. */
export function canRefund(charge: Stripe.Charge): boolean {
  return charge.status === 'succeeded' && !charge.refunded && !charge.disputed;
}

function chargeStatus(charge: Stripe.Charge): { word: string; tone: string } {
  if (charge.disputed) return { word: 'Disputed', tone: 'bad' };
  if (charge.refunded) return { word: 'Refunded', tone: '' };
  if (charge.amount_refunded > 0) return { word: 'Partly refunded', tone: 'warn' };
  if (charge.status === 'succeeded') return { word: 'Paid', tone: 'good' };
  return { word: charge.status === 'failed' ? 'Failed' : 'Pending', tone: 'bad' };
}

function ChargeRow({ charge, who }: { charge: Stripe.Charge; who: string }) {
  const { word, tone } = chargeStatus(charge);
  return (
    <li>
      <div>
        <p>
          <strong className="figures">{money(charge.amount, charge.currency)}</strong> from {who}
        </p>
        <p className="muted small">{moment(charge.created)}</p>
      </div>
      <div className="actions">
        <span className={`badge ${tone}`}>{word}</span>
        {canRefund(charge) && (
          <>
            <form method="post" action={controlPaths.refund(charge.id)}>
              <button type="submit" className="compact">
                Refund
              </button>
            </form>
            <form method="post" action={controlPaths.dispute(charge.id)}>
              <button type="submit" className="compact">
                Dispute
              </button>
            </form>
          </>
        )}
      </div>
    </li>
  );
}

function Charges({ acts }: { acts: PaymentsActs }) {
  const charges = acts.charges();
  const names = new Map(acts.customers().map(({ id, name, email }) => [id, name ?? email ?? id]));
  const who = ({ customer }: Stripe.Charge): string => {
    const id = refId(customer);
    return id === null ? 'an unknown customer' : (names.get(id) ?? id);
  };
  return (
    <section aria-labelledby="charges">
      <h2 id="charges">Charges</h2>
      <div className="card">
        {charges.length === 0 ? (
          <p className="muted">No card was charged yet.</p>
        ) : (
          <ul className="list flush">
            {charges.map((charge) => (
              <ChargeRow key={charge.id} charge={charge} who={who(charge)} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
