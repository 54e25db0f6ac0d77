import type { PackageName } from '@stationhouse/platform-api/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { withPackage } from '../api/member-paths.ts';
import { toast } from '../ui/toast.ts';
import type { Setback } from './checkout-setback.ts';
import { quoteQuery, type QuoteOrder } from './queries.ts';
import type { Company } from './use-company.ts';
import type { Step } from './use-steps.ts';

interface SetbackWays {
  packageName: PackageName;
  /** What the quote on the page was made for. */
  order: QuoteOrder;
  form: Company['form'];
  go: (step: Step) => void;
}

/** Leads to where a setback can be mended; what the summary itself says of it, it shows beside its button. */
export function useSetbacks({ packageName, order, form, go }: SetbackWays) {
  const queries = useQueryClient();
  const navigate = useNavigate();

  /** @param isLeft the summary is not on the page any more: nobody is taken away from where they are */
  return (setback: Setback, isLeft: boolean): void => {
    if (setback.is === 'price-changed') {
      queries.setQueryData(quoteQuery(order).queryKey, setback.quote);
    }
    if (setback.is === 'subscribed') void queries.invalidateQueries({ queryKey: ['me'] });
    if (setback.is === 'signed-out' || setback.is === 'failed' || setback.is === 'not-on-sale') {
      toast({ title: setback.title, description: setback.detail });
    }
    // What was typed is kept in this tab, and is there again after signing in.
    if (setback.is === 'signed-out') {
      void navigate(withPackage('/auth', packageName), { replace: true });
    }
    if (isLeft) return;
    if (setback.is === 'not-on-sale') go('package');
    if (setback.is === 'wrong-details') {
      for (const [name, { code, message }] of setback.faults) {
        form.fields.setError(name, { type: code, message });
      }
      go('company');
    }
  };
}
