/** @jsxRuntime automatic */
import type Stripe from 'stripe';
import { BRAND, COMPANY } from '../../../contract/site/brand.ts';
import type { Card, PaymentsActs } from '../acts.ts';
import { checkoutAddress } from './addresses.ts';
import type { PageAnswer } from './answer.ts';
import { CardForm, faultOf, readCard, type CardFault } from './card-form.tsx';
import { messageAnswer, notFound, pageAnswer } from './page.tsx';
import { pathPattern, webAddress, type PageRoute } from './page-route.ts';
import { money, vatLabel } from './words.tsx';

type Session = Stripe.Checkout.Session;

/** The hosted checkout page. */
export function checkoutPage(acts: PaymentsActs): PageRoute[] {
  const path = pathPattern(checkoutAddress('', ':id'));
  const show = (session: Session): PageAnswer =>
    session.status === 'open' ? openPage(session) : closedPage(session);

  return [
    {
      method: 'GET',
      path,
      answer({ params: [id = ''] }) {
        const session = acts.checkout(id);
        return session ? show(session) : notFound();
      },
    },
    {
      method: 'POST',
      path,
      // A second press of the button is redirected like the first one that paid.
      answer({ params: [id = ''], form }) {
        if (!acts.checkout(id)) return notFound();
        const typed = readCard(form);
        const result = acts.payCheckout(id, typed);
        const session = acts.checkout(id);
        if (!session) return notFound();
        const fault = faultOf(result);
        if (fault && session.status === 'open') return openPage(session, { typed, fault });
        const isExpired = session.status === 'expired';
        const back = 'return_url' in result && !isExpired ? webAddress(result.return_url) : null;
        return { kind: 'redirect', to: back ?? checkoutAddress('', id) };
      },
    },
  ];
}

/** The amount due today. */
function totalOf(session: Session): string {
  return money(session.amount_total ?? 0, session.currency ?? 'eur');
}

function lineName({ description, quantity }: Stripe.LineItem): string {
  const name = description ?? 'Item';
  return quantity !== null && quantity > 1 ? `${quantity} × ${name}` : name;
}

function OrderSummary({ session }: { session: Session }) {
  const currency = session.currency ?? 'eur';
  const lines = session.line_items?.data ?? [];
  const net = session.amount_subtotal ?? 0;
  const vat = session.total_details?.amount_tax ?? 0;
  const monthly = lines
    .filter(({ price }) => price?.type === 'recurring')
    .reduce((sum, { amount_total }) => sum + amount_total, 0);
  return (
    <section aria-labelledby="order">
      <h1 id="order">Your order with {BRAND.name}</h1>
      <p className="muted lead">Sold by {COMPANY.company_name}, London</p>
      <ul className="order">
        {lines.map((line) => (
          <li key={line.id}>
            <span>
              {lineName(line)}
              {line.price?.type === 'recurring' && <span className="muted">, every month</span>}
            </span>
            <span className="amount">{money(line.amount_subtotal, currency)}</span>
          </li>
        ))}
        <li className="sum muted">
          <span>{vatLabel(net, vat)}</span>
          <span className="amount">{money(vat, currency)}</span>
        </li>
        <li className="total">
          <span>Total due today</span>
          <span className="amount">{totalOf(session)}</span>
        </li>
      </ul>
      {monthly > 0 && (
        <p className="muted">
          {session.custom_text.submit?.message ??
            `Then ${money(monthly, currency)} per month incl. VAT, until you cancel.`}
        </p>
      )}
    </section>
  );
}

/** The payment form of an open session. */
function openPage(
  session: Session,
  tried: { typed: Card | null; fault: CardFault | null } = { typed: null, fault: null },
): PageAnswer {
  const email = session.customer_details?.email;
  const cancel = webAddress(session.cancel_url);
  const children = (
    <div className="two">
      <OrderSummary session={session} />
      <section className="card" aria-labelledby="pay">
        <h2 id="pay">Pay by card</h2>
        {email && (
          <p className="muted payer">
            Receipt to <strong>{email}</strong>
          </p>
        )}
        <CardForm
          action={checkoutAddress('', session.id)}
          submit={`Pay ${totalOf(session)}`}
          busy="Paying…"
          reassurance="Nothing was taken. You can try again here."
          {...tried}
        />
        {cancel !== null && (
          <p className="back">
            <a href={cancel}>Cancel and go back</a>
          </p>
        )}
      </section>
    </div>
  );
  return pageAnswer({
    status: statusFor(tried.fault),
    title: tried.fault === null ? `Pay ${totalOf(session)}` : 'Not paid yet',
    width: 'wide',
    leadsTo: [session.success_url, session.cancel_url],
    children,
  });
}

const statusFor = (fault: CardFault | null): number => {
  if (fault === null) return 200;
  return fault.field === null ? 402 : 422;
};

/** A session that is paid or has expired, and the way back. */
function closedPage(session: Session): PageAnswer {
  const text = `Go back to ${BRAND.name}`;
  if (session.status === 'expired') {
    return messageAnswer({
      status: 410,
      title: 'This payment page has expired',
      text: 'Nothing was taken. Go back and start the payment again.',
      link: { to: webAddress(session.cancel_url), text },
    });
  }
  return messageAnswer({
    status: 200,
    title: 'This is paid',
    text: `${totalOf(session)} for your order. There is nothing more to pay here.`,
    link: { to: webAddress(session.success_url), text },
  });
}
