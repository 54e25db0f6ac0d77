import type { Card, PayOutcome, SandboxActs } from '../acts.ts';
import { checkoutAddress } from './addresses.ts';
import type { Answer } from './answer.ts';
import { bankPage, bankPaths } from './bank-page.tsx';
import { faultOf, NOT_AUTHENTICATED, readCard } from './card-form.tsx';
import { checkoutLeadsTo, closedCheckout, openCheckout, totalOf } from './checkout-page.tsx';
import type { KeptCards } from './kept-cards.ts';
import { notFound } from './page.tsx';
import { webAddress, withSessionId } from './return-address.ts';
import { pathPattern, type Asked, type Route } from './route.ts';

/** The hosted checkout: its form, the bank's question, the way back. */
export function checkoutRoutes(acts: SandboxActs, kept: KeptCards): Route[] {
  const page = pathPattern(checkoutAddress('', ':id'));
  const question = pathPattern(bankPaths.checkout(':id', ':step'));

  /** Looks the session up; what is over or was never there answers by itself. */
  function withOpen(id: string, answer: (session: OpenSession) => Answer): Answer {
    const session = acts.checkout(id);
    if (!session) return notFound();
    return session.status === 'open' ? answer(session) : closedCheckout(session);
  }

  function settle(id: string, card: Card, outcome: PayOutcome): Answer {
    if (outcome.outcome === 'authentication_required') {
      return { kind: 'redirect', to: bankPaths.checkout(id, kept.keep(id, card)) };
    }
    const fault = faultOf(outcome);
    if (fault) return withOpen(id, (session) => openCheckout(session, { typed: card, fault }));
    return leave(id, outcome);
  }

  /** Back to the shop. A session that expired meanwhile has a page that says so. */
  function leave(id: string, outcome: PayOutcome): Answer {
    const expired = acts.checkout(id)?.status === 'expired';
    const back = 'return_url' in outcome && !expired ? webAddress(outcome.return_url) : null;
    return { kind: 'redirect', to: back ?? checkoutAddress('', id) };
  }

  /** A second press of the button comes here when the first has paid: the same way on. */
  function pay({ params: [id = ''], form }: Asked): Answer {
    if (!acts.checkout(id)) return notFound();
    const card = readCard(form);
    return settle(id, card, acts.payCheckout(id, card));
  }

  function ask({ params: [id = '', step = ''] }: Asked): Answer {
    return withOpen(id, (session) =>
      kept.has(step, id)
        ? bankPage({
            address: bankPaths.checkout(id, step),
            amount: totalOf(session),
            leadsTo: checkoutLeadsTo(session),
          })
        : { kind: 'redirect', to: checkoutAddress('', id) },
    );
  }

  /** The bank has its answer, or waited too long for it. Pressed twice, it leads where the first did. */
  function afterAnswer(id: string): Answer {
    const session = acts.checkout(id);
    if (!session) return notFound();
    const back = session.status === 'complete' ? withSessionId(session.success_url, id) : null;
    return { kind: 'redirect', to: back ?? checkoutAddress('', id) };
  }

  function hearBank({ params: [id = '', step = ''], form }: Asked): Answer {
    const card = kept.take(step, id);
    // A checkout is never paid with a card on file.
    if (!card || card === 'on file') return afterAnswer(id);
    if (form.get('answer') === 'approve') return settle(id, card, acts.payCheckout(id, card, true));
    return withOpen(id, (session) =>
      openCheckout(session, { typed: card, fault: NOT_AUTHENTICATED }),
    );
  }

  return [
    { method: 'GET', path: page, answer: ({ params: [id = ''] }) => withOpen(id, openCheckout) },
    { method: 'POST', path: page, answer: pay },
    { method: 'GET', path: question, answer: ask },
    { method: 'POST', path: question, answer: hearBank },
  ];
}

type OpenSession = NonNullable<ReturnType<SandboxActs['checkout']>>;
