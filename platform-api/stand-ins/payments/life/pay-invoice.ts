import type { Card, PayOutcome } from '../acts.ts';
import { idOf, type Ledger } from '../ledger.ts';
import { collectInvoice, methodFor, subscriptionOf } from './collect-invoice.ts';
import { keepCard } from './confirm-payment.ts';
import { asksOwner, readCard } from './test-cards.ts';

/** Pays an open invoice as its hosted page does: with the card on file, or with one that is typed. */
export function payInvoice(
  ledger: Ledger,
  id: string,
  typed: Card | undefined,
  isAuthenticated: boolean,
): PayOutcome {
  const invoice = ledger.get('invoice', id);
  const return_url = invoice.hosted_invoice_url ?? ledger.base;
  if (invoice.status !== 'open') return { outcome: 'closed', return_url };
  const customer = ledger.find('customer', idOf(invoice.customer) ?? '');
  const read = typed && readCard(typed, ledger.time(customer?.id));
  if (read && 'message' in read) return { outcome: 'invalid', ...read };
  const onFile = methodFor(ledger, invoice);
  const number = read?.number ?? ledger.facts.cards[onFile?.id ?? ''] ?? '';
  if (asksOwner(number) && !isAuthenticated) return { outcome: 'authentication_required' };

  const method = read ? keepCard(ledger, customer ?? null, read.number, read.card) : onFile;
  const isOwnerThere = read !== undefined || isAuthenticated;
  const decline = collectInvoice(ledger, id, { method, isOwnerThere, isAuthenticated });
  if (decline) return { outcome: 'declined', message: decline.message };
  const subscription = ledger.find('subscription', subscriptionOf(invoice) ?? '');
  if (read && method && subscription) {
    ledger.change('subscription', subscription.id, { default_payment_method: method.id });
  }
  return { outcome: 'paid', return_url };
}
