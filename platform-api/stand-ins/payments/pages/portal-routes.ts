import type Stripe from 'stripe';
import type { SandboxActs } from '../acts.ts';
import { portalAddress } from './addresses.ts';
import type { Answer } from './answer.ts';
import { bankPaths } from './bank-page.tsx';
import { faultOf, readCard } from './card-form.tsx';
import type { KeptCards } from './kept-cards.ts';
import { notFound } from './page.tsx';
import {
  cancelPage,
  changeCardPage,
  portalPage,
  portalPaths,
  type PortalView,
} from './portal-page.tsx';
import { pathPattern, type Asked, type Route } from './route.ts';
import { endOf, isRunning } from './subscription-words.ts';

/** What the portal says after an errand; its address carries the name only. */
const NEWS = {
  card: 'Your new card is saved.',
  cancelled: 'Your subscription is cancelled. You can resume it until it ends.',
  resumed: 'Your subscription goes on.',
  paid: 'Thank you, the invoice is paid.',
};
const WORDS = new Map<string | null, string>(Object.entries(NEWS));

/** The customer portal: subscription, card, invoices. */
export function portalRoutes(acts: SandboxActs, kept: KeptCards): Route[] {
  function withView(id: string, answer: (view: PortalView) => Answer): Answer {
    const view = acts.portal(id);
    return view ? answer(view) : notFound();
  }

  /** A subscription of this portal's customer; those of others are not found. */
  function withSubscription(
    { params: [id = '', subscriptionId = ''] }: Asked,
    answer: (id: string, subscription: Stripe.Subscription) => Answer,
  ): Answer {
    return withView(id, ({ subscriptions }) => {
      const found = subscriptions.find((subscription) => subscription.id === subscriptionId);
      return found ? answer(id, found) : notFound();
    });
  }

  const backWith = (id: string, news: keyof typeof NEWS): Answer => ({
    kind: 'redirect',
    to: `${portalAddress('', id)}?done=${news}`,
  });

  function show({ params: [id = ''], query }: Asked): Answer {
    const good = WORDS.get(query.get('done'));
    return withView(id, (view) => portalPage(id, view, good === undefined ? {} : { good }));
  }

  function changeCard({ params: [id = ''], form }: Asked): Answer {
    const typed = readCard(form);
    return withView(id, (view) => {
      const result = acts.changeCard(id, typed);
      if (result.ok) return backWith(id, 'card');
      return changeCardPage(id, view, { typed, fault: { field: null, message: result.message } });
    });
  }

  function askToCancel(asked: Asked): Answer {
    return withSubscription(asked, (id, subscription) =>
      isRunning(subscription) && endOf(subscription) === null
        ? cancelPage(id, subscription)
        : { kind: 'redirect', to: portalAddress('', id) },
    );
  }

  function cancel(asked: Asked): Answer {
    return withSubscription(asked, (id, subscription) => {
      if (!isRunning(subscription)) return { kind: 'redirect', to: portalAddress('', id) };
      acts.cancelSubscription(id, subscription.id);
      return backWith(id, 'cancelled');
    });
  }

  function resume(asked: Asked): Answer {
    return withSubscription(asked, (id, subscription) => {
      if (!isRunning(subscription)) return { kind: 'redirect', to: portalAddress('', id) };
      acts.resumeSubscription(id, subscription.id);
      return backWith(id, 'resumed');
    });
  }

  function pay({ params: [id = '', invoiceId = ''] }: Asked): Answer {
    return withView(id, ({ invoices }) => {
      if (!invoices.some((invoice) => invoice.id === invoiceId)) return notFound();
      const result = acts.payInvoice(invoiceId);
      if (result.outcome === 'paid') return backWith(id, 'paid');
      if (result.outcome === 'authentication_required') {
        return {
          kind: 'redirect',
          to: bankPaths.invoice(invoiceId, kept.keep(invoiceId, 'on file')),
        };
      }
      const fault = faultOf(result);
      if (!fault) return { kind: 'redirect', to: portalAddress('', id) };
      const bad = `${fault.message} Change your card, then pay again.`;
      // What the attempt changed is on the page too.
      return withView(id, (view) => portalPage(id, view, { bad }));
    });
  }

  const page = pathPattern(portalAddress('', ':id'));
  const card = pathPattern(portalPaths.card(':id'));
  const cancelling = pathPattern(portalPaths.cancel(':id', ':subscription'));
  return [
    { method: 'GET', path: page, answer: show },
    {
      method: 'GET',
      path: card,
      answer: ({ params: [id = ''] }) => withView(id, (view) => changeCardPage(id, view)),
    },
    { method: 'POST', path: card, answer: changeCard },
    { method: 'GET', path: cancelling, answer: askToCancel },
    { method: 'POST', path: cancelling, answer: cancel },
    {
      method: 'POST',
      path: pathPattern(portalPaths.resume(':id', ':subscription')),
      answer: resume,
    },
    { method: 'POST', path: pathPattern(portalPaths.pay(':id', ':invoice')), answer: pay },
  ];
}
