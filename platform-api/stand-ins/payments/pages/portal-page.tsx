/** @jsxRuntime automatic */
import type Stripe from 'stripe';
import { BRAND } from '../../../contract/site/brand.ts';
import type { Card, PaymentsActs } from '../acts.ts';
import { invoiceAddress, portalAddress, portalPaths } from './addresses.ts';
import type { PageAnswer, Redirect } from './answer.ts';
import { CardForm, faultOf, readCard, type CardFault } from './card-form.tsx';
import { notFound, pageAnswer } from './page.tsx';
import { pathPattern, webAddress, type PageRequest, type PageRoute } from './page-route.ts';
import {
  day,
  endOf,
  InvoiceBadge,
  invoiceNumber,
  isRunning,
  money,
  periodEndOf,
  priceWithVat,
  SubscriptionBadge,
  subscriptionName,
} from './words.tsx';

type PortalView = NonNullable<ReturnType<PaymentsActs['portal']>>;
type Answered = PageAnswer | Redirect;

/** The messages after an action. The URL carries only the name. */
const NEWS = {
  card: 'Your new card is saved.',
  paid: 'Thank you, the invoice is paid.',
};
const WORDS = new Map<string | null, string>(Object.entries(NEWS));

/** The customer portal: subscription, card, invoices. */
export function portalPage(acts: PaymentsActs): PageRoute[] {
  function withView(id: string, answer: (view: PortalView) => Answered): Answered {
    const view = acts.portal(id);
    return view ? answer(view) : notFound();
  }

  const backWith = (id: string, news: keyof typeof NEWS): Answered => ({
    kind: 'redirect',
    to: `${portalAddress('', id)}?done=${news}`,
  });

  function show({ params: [id = ''], query }: PageRequest): Answered {
    const good = WORDS.get(query.get('done'));
    return withView(id, (view) => mainPage(id, view, good === undefined ? {} : { good }));
  }

  function changeCard({ params: [id = ''], form }: PageRequest): Answered {
    const typed = readCard(form);
    return withView(id, (view) => {
      const result = acts.changeCard(id, typed);
      if (result.ok) return backWith(id, 'card');
      return cardPage(id, view, { typed, fault: { field: null, message: result.message } });
    });
  }

  function pay({ params: [id = '', invoiceId = ''] }: PageRequest): Answered {
    return withView(id, ({ invoices }) => {
      if (!invoices.some((invoice) => invoice.id === invoiceId)) return notFound();
      const result = acts.payInvoice(invoiceId);
      if (result.outcome === 'paid') return backWith(id, 'paid');
      const fault = faultOf(result);
      if (!fault) return { kind: 'redirect', to: portalAddress('', id) };
      const bad = `${fault.message} Change your card, then pay again.`;
      // The page also shows the changes of the attempt.
      return withView(id, (view) => mainPage(id, view, { bad }));
    });
  }

  const page = pathPattern(portalAddress('', ':id'));
  const card = pathPattern(portalPaths.card(':id'));
  return [
    { method: 'GET', path: page, answer: show },
    {
      method: 'GET',
      path: card,
      answer: ({ params: [id = ''] }) => withView(id, (view) => cardPage(id, view)),
    },
    { method: 'POST', path: card, answer: changeCard },
    { method: 'POST', path: pathPattern(portalPaths.pay(':id', ':invoice')), answer: pay },
  ];
}

/** When the next payment is due, or when the subscription ends. */
function nextEvent(subscription: Stripe.Subscription): string {
  const end = endOf(subscription);
  if (!isRunning(subscription)) return end === null ? 'Ended' : `Ended on ${day(end)}`;
  if (end !== null) return `Runs until ${day(end)}`;
  const next = periodEndOf(subscription);
  return next === null ? 'No payment is planned' : `Next payment on ${day(next)}`;
}

function SubscriptionCard({ subscription }: { subscription: Stripe.Subscription }) {
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
      <p>{nextEvent(subscription)}</p>
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
          {day(invoice.created)} ·{' '}
          <span className="figures">{money(invoice.total, invoice.currency)}</span>
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

/** The result of the last action. */
interface PortalNews {
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

/** The portal: subscription, card and invoices. */
function mainPage(id: string, view: PortalView, news: PortalNews = {}): PageAnswer {
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
          <SubscriptionCard key={subscription.id} subscription={subscription} />
        ))}
      </section>
      <PaymentMethod id={id} card={view.card} />
      <Invoices id={id} invoices={view.invoices} />
    </>
  );
  const status = news.bad === undefined ? 200 : 402;
  return pageAnswer({ status, title: 'Your subscription', width: 'middle', children });
}

/** The form for another card. */
function cardPage(
  id: string,
  view: PortalView,
  tried: { typed: Card | null; fault: CardFault | null } = { typed: null, fault: null },
): PageAnswer {
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
