import type Stripe from 'stripe';
import type { PayOutcome, SandboxActs } from '../acts.ts';
import { invoiceAddress, invoicePdfAddress } from './addresses.ts';
import { money } from './amounts.ts';
import type { Answer } from './answer.ts';
import { bankPage, bankPaths } from './bank-page.tsx';
import { faultOf, NOT_AUTHENTICATED, readCard, type CardFault } from './card-form.tsx';
import { invoicePage } from './invoice-page.tsx';
import { invoicePdf } from './invoice-pdf.ts';
import { invoiceNumber } from './invoice-words.tsx';
import type { AskedCard, KeptCards } from './kept-cards.ts';
import { notFound } from './page.tsx';
import { pathPattern, type Asked, type Route } from './route.ts';

/** Invoices on the web: read, paid with a card, downloaded. */
export function invoiceRoutes(acts: SandboxActs, kept: KeptCards): Route[] {
  function show({ params: [id = ''] }: Asked): Answer {
    const invoice = acts.invoice(id);
    return invoice ? invoicePage(invoice) : notFound();
  }

  function settle(id: string, card: AskedCard, outcome: PayOutcome): Answer {
    if (outcome.outcome === 'authentication_required') {
      return { kind: 'redirect', to: bankPaths.invoice(id, kept.keep(id, card)) };
    }
    return showFault(id, card, faultOf(outcome));
  }

  function showFault(id: string, card: AskedCard, fault: CardFault | null): Answer {
    const invoice = acts.invoice(id);
    const typed = card === 'on file' ? null : card;
    if (fault && invoice?.status === 'open') return invoicePage(invoice, { typed, fault });
    return { kind: 'redirect', to: invoiceAddress('', id) };
  }

  function pay({ params: [id = ''], form }: Asked): Answer {
    if (!acts.invoice(id)) return notFound();
    const typed = readCard(form);
    return settle(id, typed, acts.payInvoice(id, typed));
  }

  function ask({ params: [id = '', step = ''] }: Asked): Answer {
    const invoice = acts.invoice(id);
    if (!invoice) return notFound();
    if (!kept.has(step, id)) return { kind: 'redirect', to: invoiceAddress('', id) };
    return bankPage({
      address: bankPaths.invoice(id, step),
      amount: money(invoice.amount_remaining, invoice.currency),
    });
  }

  function hearBank({ params: [id = '', step = ''], form }: Asked): Answer {
    if (!acts.invoice(id)) return notFound();
    const card = kept.take(step, id);
    if (!card) return { kind: 'redirect', to: invoiceAddress('', id) };
    if (form.get('answer') !== 'approve') return showFault(id, card, NOT_AUTHENTICATED);
    const typed = card === 'on file' ? undefined : card;
    return settle(id, card, acts.payInvoice(id, typed, true));
  }

  async function download({ params: [id = ''] }: Asked): Promise<Answer> {
    const invoice = acts.invoice(id);
    if (!invoice) return notFound();
    return { kind: 'pdf', name: fileName(invoice), bytes: await invoicePdf(invoice) };
  }

  const page = pathPattern(invoiceAddress('', ':id'));
  const question = pathPattern(bankPaths.invoice(':id', ':step'));
  return [
    { method: 'GET', path: page, answer: show },
    { method: 'POST', path: page, answer: pay },
    { method: 'GET', path: question, answer: ask },
    { method: 'POST', path: question, answer: hearBank },
    { method: 'GET', path: pathPattern(invoicePdfAddress('', ':id')), answer: download },
  ];
}

/** A file's name may hold nothing that a header or a disk takes for more. */
function fileName(invoice: Stripe.Invoice): string {
  return `invoice-${invoiceNumber(invoice).replaceAll(/[^\w-]/g, '-')}.pdf`;
}
