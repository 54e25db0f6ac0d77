import type { PackageName } from '@stationhouse/platform-api/contract/limits';
import { createSearchParams, useSearchParams } from 'react-router-dom';
import { packageIn } from '../api/member-paths.ts';

/** The steps of a purchase, in their order (specification §2). */
export const STEPS = ['package', 'company', 'summary'] as const;
export type Step = (typeof STEPS)[number];

/**
 * Where in the purchase somebody is. It stands in the address, so that the browser's own back button leads
 * through the steps and a reload stays at one.
 *
 * @param ordered the package of a purchase that was begun before; the address says another
 */
export function useSteps(ordered: PackageName | undefined) {
  const [params, setParams] = useSearchParams();
  const packageName = packageIn(params) ?? ordered;
  const named = STEPS.find((step) => step === params.get('create'));

  const paramsOf = (step: Step, chosen = packageName) => {
    const next = createSearchParams(params);
    next.set('create', step);
    if (chosen === undefined) next.delete('package');
    else next.set('package', chosen);
    return next;
  };

  return {
    packageName,
    /** The step that the address names; undefined: it names none that there is. */
    named,
    /** The address of a step, for a link on this page. */
    linkTo: (step: Step) => `?${paramsOf(step)}`,
    go: (step: Step, chosen?: PackageName) => setParams(paramsOf(step, chosen)),
  };
}
