import type { PackageName } from '@stationhouse/platform-api/contract/billing/prices';
import type { OpenPurchase } from '@stationhouse/sdk/client';
import { createSearchParams, useSearchParams } from 'react-router-dom';
import { packageIn } from '../api/member-paths.ts';

/** The steps of a purchase, in order (specification §2). */
export const STEPS = ['package', 'company', 'summary'] as const;
export type Step = (typeof STEPS)[number];

/**
 * The current step and package. They are in the URL, so that the back button and a reload work.
 *
 * @param ordered the unpaid purchase: its package counts unless the URL names another
 */
export function useSteps(ordered: OpenPurchase | null) {
  const [params, setParams] = useSearchParams();
  const packageName = packageIn(params) ?? ordered?.package_name;
  const isTrial = params.has('trial') ? params.get('trial') === 'true' : (ordered?.trial ?? false);
  const urlStep = STEPS.find((step) => step === params.get('create'));

  const paramsOf = (step: Step, chosen = packageName) => {
    const next = createSearchParams(params);
    next.set('create', step);
    if (chosen === undefined) next.delete('package');
    else next.set('package', chosen);
    return next;
  };

  return {
    packageName,
    /** Ends automatically after a month. */
    isTrial,
    setTrial(isWanted: boolean): void {
      const next = createSearchParams(params);
      next.set('trial', String(isWanted));
      // At once: a controlled checkbox would flip back for a moment.
      setParams(next, { replace: true, preventScrollReset: true, flushSync: true });
    },
    /** The step in the URL; undefined if it is missing or unknown. */
    urlStep,
    /** The query string of a step, for links. */
    linkTo: (step: Step) => `?${paramsOf(step)}`,
    go: (step: Step, chosen?: PackageName) => setParams(paramsOf(step, chosen)),
  };
}
