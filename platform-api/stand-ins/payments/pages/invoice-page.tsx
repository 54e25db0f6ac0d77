/** @jsxRuntime automatic */
import { Fragment } from 'react';
import type Stripe from 'stripe';
import { COMPANY } from '../../../contract/site/brand.ts';
import type { Card, PaymentsActs } from '../acts.ts';
import { invoiceAddress } from './addresses.ts';
import type { PageAnswer } from './answer.ts';
import { CardForm, faultOf, readCard, type CardFault } from './card-form.tsx';
import { notFound, pageAnswer } from './page.tsx';
import { pathPattern, type PageRoute } from './page-route.ts';
import { day, InvoiceBadge, invoiceNumber, money, vatLabel } from './words.tsx';

const NOT_REAL = 'Payment sandbox: not a real invoice';

/** The page of an invoice: read it, pay it. */
export function invoicePage(acts: PaymentsActs): PageRoute[] {
  const path = pathPattern(invoiceAddress('', ':id'));
  return [
    {
      method: 'GET',
      path,
      answer({ params: [id = ''] }) {
        const invoice = acts.invoice(id);
        return invoice ? invoiceAnswer(invoice) : notFound();
      },
    },
    {
      method: 'POST',
      path,
      answer({ params: [id = ''], form }) {
        if (!acts.invoice(id)) return notFound();
        const typed = readCard(form);
        const fault = faultOf(acts.payInvoice(id, typed));
        const invoice = acts.invoice(id);
        if (fault && invoice?.status === 'open') return invoiceAnswer(invoice, { typed, fault });
        return { kind: 'redirect', to: invoiceAddress('', id) };
      },
    },
  ];
}

/** An invoice, with a form to pay it if it is open. */
function invoiceAnswer(
  invoice: Stripe.Invoice,
  tried: { typed: Card | null; fault: CardFault | null } = { typed: null, fault: null },
): PageAnswer {
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
      {(invoice.custom_fields ?? []).map(({ name, value }) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Lines({ invoice }: { invoice: Stripe.Invoice }) {
  const { currency } = invoice;
  const vat = (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const net = invoice.total_excluding_tax ?? invoice.total - vat;
  return (
    <ul className="order">
      {invoice.lines.data.map((line) => (
        <li key={line.id}>
          <span>{line.description}</span>
          <span className="amount">{money(line.amount, currency)}</span>
        </li>
      ))}
      <li className="sum muted">
        <span>{vatLabel(net, vat)}</span>
        <span className="amount">{money(vat, currency)}</span>
      </li>
      <li className="total">
        <span>Total</span>
        <span className="amount">{money(invoice.total, currency)}</span>
      </li>
    </ul>
  );
}

/** The customer's name, address and VAT number, one line each. */
function customerLines(invoice: Stripe.Invoice): string[] {
  const { customer_name, customer_email, customer_address: address, customer_tax_ids } = invoice;
  const town = [address?.postal_code, address?.city].filter(Boolean).join(' ');
  const country = address?.country ? countryName(address.country) : null;
  const numbers = (customer_tax_ids ?? []).map(({ value }) => value && `VAT number ${value}`);
  return [
    customer_name ?? customer_email,
    address?.line1,
    address?.line2,
    town,
    address?.state,
    country,
    ...numbers,
  ].filter((line): line is string => Boolean(line));
}

const COUNTRIES = new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'code' });

/** `Germany`, of `DE`. Unknown codes are returned as they are. */
const countryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (COUNTRIES.of(code) ?? code) : code;
