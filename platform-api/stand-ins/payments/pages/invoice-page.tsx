/** @jsxRuntime automatic */
import type Stripe from 'stripe';
import { COMPANY } from '../../../contract/brand.ts';
import type { Card } from '../acts.ts';
import { invoiceAddress, invoicePdfAddress } from './addresses.ts';
import { money, taxedOf, vatLabel } from './amounts.ts';
import type { Answer } from './answer.ts';
import { CardForm, type CardFault } from './card-form.tsx';
import { customerLines } from './customer-lines.ts';
import { day } from './dates.ts';
import { InvoiceBadge, invoiceNumber, invoiceTotal } from './invoice-words.tsx';
import { pageAnswer } from './page.tsx';

/** What makes clear that this is no invoice for the books. */
export const NOT_REAL = 'Payment sandbox: not a real invoice';

function Parties({ invoice }: { invoice: Stripe.Invoice }) {
  const paidAt = invoice.status_transitions.paid_at;
  return (
    <dl className="facts">
      <dt>From</dt>
      <dd>{COMPANY.company_name}</dd>
      <dt>To</dt>
      <dd>
        <address>
          {customerLines(invoice).map((line) => (
            <div key={line}>{line}</div>
          ))}
        </address>
      </dd>
      <dt>Date</dt>
      <dd>{day(invoice.created)}</dd>
      {paidAt !== null && (
        <>
          <dt>Paid on</dt>
          <dd>{day(paidAt)}</dd>
        </>
      )}
    </dl>
  );
}

function Lines({ invoice }: { invoice: Stripe.Invoice }) {
  const { currency } = invoice;
  const taxed = taxedOf(invoice);
  return (
    <ul className="order">
      {invoice.lines.data.map((line) => (
        <li key={line.id}>
          <span>{line.description}</span>
          <span className="amount">{money(line.amount, currency)}</span>
        </li>
      ))}
      <li className="sum muted">
        <span>{vatLabel(taxed)}</span>
        <span className="amount">{money(taxed.vat, currency)}</span>
      </li>
      <li className="total">
        <span>Total</span>
        <span className="amount">{invoiceTotal(invoice)}</span>
      </li>
    </ul>
  );
}

/** An invoice on the web, with a form to pay it where it is open. */
export function invoicePage(
  invoice: Stripe.Invoice,
  tried: { typed: Card | null; fault: CardFault | null } = { typed: null, fault: null },
): Answer {
  const children = (
    <>
      <div className="row">
        <h1>Invoice {invoiceNumber(invoice)}</h1>
        <InvoiceBadge invoice={invoice} />
      </div>
      <p className="muted lead">{NOT_REAL}</p>
      <section className="card">
        <Parties invoice={invoice} />
        <Lines invoice={invoice} />
        <p className="further">
          <a className="button" href={invoicePdfAddress('', invoice.id)}>
            Download PDF
          </a>
        </p>
      </section>
      {invoice.status === 'open' && (
        <section className="card" aria-labelledby="pay">
          <h2 id="pay">Pay by card</h2>
          <CardForm
            action={invoiceAddress('', invoice.id)}
            submit={`Pay ${money(invoice.amount_remaining, invoice.currency)}`}
            busy="Paying…"
            reassurance="Nothing was taken. You can try again here."
            {...tried}
          />
        </section>
      )}
    </>
  );
  const status = tried.fault === null ? 200 : 402;
  return pageAnswer({ status, title: `Invoice ${invoiceNumber(invoice)}`, children });
}
