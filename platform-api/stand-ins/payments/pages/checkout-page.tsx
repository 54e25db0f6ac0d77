/** @jsxRuntime automatic */
import type Stripe from 'stripe';
import { BRAND, COMPANY } from '../../../contract/brand.ts';
import type { Card } from '../acts.ts';
import { checkoutAddress } from './addresses.ts';
import { money, vatLabel } from './amounts.ts';
import type { Answer } from './answer.ts';
import { CardForm, type CardFault } from './card-form.tsx';
import { pageAnswer, wordAnswer } from './page.tsx';
import { webAddress, withSessionId } from './return-address.ts';

type Session = Stripe.Checkout.Session;

/** Where a checkout's forms may lead in the end. */
export function checkoutLeadsTo({ success_url, cancel_url }: Session): readonly (string | null)[] {
  return [success_url, cancel_url];
}

/** What the session takes today. */
export function totalOf(session: Session): string {
  return money(session.amount_total ?? 0, session.currency ?? 'eur');
}

function lineName({ description, quantity }: Stripe.LineItem): string {
  const name = description ?? 'Item';
  return quantity !== null && quantity > 1 ? `${quantity} × ${name}` : name;
}

function Order({ session }: { session: Session }) {
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
          <span>{vatLabel({ net, vat })}</span>
          <span className="amount">{money(vat, currency)}</span>
        </li>
        <li className="total">
          <span>Total due today</span>
          <span className="amount">{totalOf(session)}</span>
        </li>
      </ul>
      {monthly > 0 && (
        <p className="muted">
          Then {money(monthly, currency)} per month incl. VAT, until you cancel.
        </p>
      )}
    </section>
  );
}

/** A checkout that waits for its card. */
export function openCheckout(
  session: Session,
  tried: { typed: Card | null; fault: CardFault | null } = { typed: null, fault: null },
): Answer {
  const email = session.customer_details?.email ?? session.customer_email;
  const cancel = webAddress(session.cancel_url);
  const children = (
    <div className="two">
      <Order session={session} />
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
    leadsTo: checkoutLeadsTo(session),
    children,
  });
}

const statusFor = (fault: CardFault | null): number => {
  if (fault === null) return 200;
  return fault.field === null ? 402 : 422;
};

/** A checkout that is over, and the way back. */
export function closedCheckout(session: Session): Answer {
  if (session.status === 'expired') {
    return wordAnswer({
      status: 410,
      title: 'This payment page has expired',
      words: 'Nothing was taken. Go back and start the payment again.',
      way: { to: webAddress(session.cancel_url), words: `Go back to ${BRAND.name}` },
    });
  }
  return wordAnswer({
    status: 200,
    title: 'This is paid',
    words: `${totalOf(session)} for your order. There is nothing more to pay here.`,
    way: {
      to: withSessionId(session.success_url, session.id),
      words: `Go back to ${BRAND.name}`,
    },
  });
}
