import type { PaymentsActs } from '../acts.ts';
import { controlPaths } from './addresses.ts';
import type { Redirect, PageAnswer } from './answer.ts';
import { canRefund, controlPage } from './control-page.tsx';
import { notFound } from './page.tsx';
import { pathPattern, type PageRequest, type PageRoute } from './page-route.ts';
import { isRunning } from './words.tsx';

const DAY_SECONDS = 24 * 60 * 60;

/** The buttons of the clock. */
const STEPS = new Map<string | null, { seconds: number } | { months: number }>([
  ['day', { seconds: DAY_SECONDS }],
  ['week', { seconds: 7 * DAY_SECONDS }],
  ['month', { months: 1 }],
]);

/** The messages after an action. The URL carries only the name. */
const NEWS = {
  moved: 'The sandbox has moved on.',
  broken: 'The next payments of this customer fail until the card is changed.',
  ended: 'The subscription has ended.',
  refunded: 'The charge is refunded.',
  disputed: 'The charge is disputed.',
  late: 'Nothing was done: it had happened already.',
};
const WORDS = new Map<string | null, string>(Object.entries(NEWS));

const backWith = (news: keyof typeof NEWS): Redirect => ({
  kind: 'redirect',
  to: `${controlPaths.page}?done=${news}`,
});

/** The control page and its actions. */
export function controlActions(acts: PaymentsActs): PageRoute[] {
  function moveOn({ form }: PageRequest): PageAnswer | Redirect {
    const step = STEPS.get(form.get('by'));
    if (!step) return notFound();
    acts.advance(step);
    return backWith('moved');
  }

  function breakCard({ params: [id = ''] }: PageRequest): PageAnswer | Redirect {
    if (!acts.customers().some((customer) => customer.id === id)) return notFound();
    acts.breakCard(id);
    return backWith('broken');
  }

  function endSubscription({ params: [id = ''] }: PageRequest): PageAnswer | Redirect {
    const found = acts.subscriptions().find((subscription) => subscription.id === id);
    if (!found) return notFound();
    if (!isRunning(found)) return backWith('late');
    acts.endSubscription(id);
    return backWith('ended');
  }

  /** Acts on a charge that can still be refunded or disputed. */
  function withCharge(
    { params: [id = ''] }: PageRequest,
    act: (id: string) => Redirect,
  ): PageAnswer | Redirect {
    const found = acts.charges().find((charge) => charge.id === id);
    if (!found) return notFound();
    return canRefund(found) ? act(id) : backWith('late');
  }

  function refund(asked: PageRequest): PageAnswer | Redirect {
    return withCharge(asked, (id) => {
      acts.refund(id);
      return backWith('refunded');
    });
  }

  function dispute(asked: PageRequest): PageAnswer | Redirect {
    return withCharge(asked, (id) => {
      acts.dispute(id);
      return backWith('disputed');
    });
  }

  return [
    {
      method: 'GET',
      path: pathPattern(controlPaths.page),
      answer: ({ query }) => controlPage(acts, WORDS.get(query.get('done'))),
    },
    { method: 'POST', path: pathPattern(controlPaths.clock), answer: moveOn },
    { method: 'POST', path: pathPattern(controlPaths.breakCard(':id')), answer: breakCard },
    {
      method: 'POST',
      path: pathPattern(controlPaths.endSubscription(':id')),
      answer: endSubscription,
    },
    { method: 'POST', path: pathPattern(controlPaths.refund(':id')), answer: refund },
    { method: 'POST', path: pathPattern(controlPaths.dispute(':id')), answer: dispute },
  ];
}
