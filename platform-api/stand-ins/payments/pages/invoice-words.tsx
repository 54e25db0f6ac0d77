/** @jsxRuntime automatic */
import type Stripe from 'stripe';
import { money } from './amounts.ts';

const STATUS: Record<string, { word: string; tone: string }> = {
  paid: { word: 'Paid', tone: 'good' },
  open: { word: 'To be paid', tone: 'bad' },
  draft: { word: 'Draft', tone: '' },
  void: { word: 'Void', tone: '' },
  uncollectible: { word: 'Given up', tone: 'warn' },
};

/** How an invoice stands, in a word with its colour. */
export function InvoiceBadge({ invoice }: { invoice: Stripe.Invoice }) {
  const { word, tone } = STATUS[invoice.status ?? ''] ?? { word: invoice.status, tone: '' };
  return <span className={`badge ${tone}`}>{word}</span>;
}

/** An invoice's number; a draft has none yet. */
export function invoiceNumber({ number, id }: Stripe.Invoice): string {
  return number ?? id;
}

/** What an invoice comes to. */
export function invoiceTotal({ total, currency }: Stripe.Invoice): string {
  return money(total, currency);
}
