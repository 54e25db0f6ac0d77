import type { SandboxActs } from '../acts.ts';
import type { Answer } from './answer.ts';
import { canRefund } from './control-charges.tsx';
import { controlPage } from './control-page.tsx';
import { controlPaths } from './control-paths.ts';
import { CONTROL_PATH, notFound } from './page.tsx';
import { pathPattern, type Asked, type Route } from './route.ts';
import { isRunning } from './subscription-words.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** What the clock's buttons do. */
const STEPS = new Map<string | null, { seconds: number } | { months: number }>([
  ['day', { seconds: DAY_SECONDS }],
  ['week', { seconds: 7 * DAY_SECONDS }],
  ['month', { months: 1 }],
]);

/** What the page says after an errand; its address carries the name only. */
const NEWS = {
  moved: 'The sandbox has moved on.',
  broken: 'The next payments of this customer fail until the card is changed.',
  ended: 'The subscription has ended.',
  refunded: 'The charge is refunded.',
  disputed: 'The charge is disputed.',
  late: 'There was nothing left to do: it had happened already.',
};
const WORDS = new Map<string | null, string>(Object.entries(NEWS));

const backWith = (news: keyof typeof NEWS): Answer => ({
  kind: 'redirect',
  to: `${CONTROL_PATH}?done=${news}`,
});

/** The control page and its buttons. */
export function controlRoutes(acts: SandboxActs): Route[] {
  function moveOn({ form }: Asked): Answer {
    const step = STEPS.get(form.get('by'));
    if (!step) return notFound();
    acts.advance(step);
    return backWith('moved');
  }

  function breakCard({ params: [id = ''] }: Asked): Answer {
    if (!acts.customers().some((customer) => customer.id === id)) return notFound();
    acts.breakCard(id);
    return backWith('broken');
  }

  function endSubscription({ params: [id = ''] }: Asked): Answer {
    const found = acts.subscriptions().find((subscription) => subscription.id === id);
    if (!found) return notFound();
    if (!isRunning(found)) return backWith('late');
    acts.endSubscription(id);
    return backWith('ended');
  }

  /** Does something to a charge that money can still be taken back from. */
  function withCharge({ params: [id = ''] }: Asked, act: (id: string) => Answer): Answer {
    const found = acts.charges().find((charge) => charge.id === id);
    if (!found) return notFound();
    return canRefund(found) ? act(id) : backWith('late');
  }

  function refund(asked: Asked): Answer {
    return withCharge(asked, (id) => {
      acts.refund(id);
      return backWith('refunded');
    });
  }

  function dispute(asked: Asked): Answer {
    return withCharge(asked, (id) => {
      acts.dispute(id);
      return backWith('disputed');
    });
  }

  return [
    {
      method: 'GET',
      path: pathPattern(CONTROL_PATH),
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
