/**
 * Buying a package in three steps (specification §2). The step and the package stand in the address, what is
 * typed in the form, which lives as long as the wizard and is kept in the tab until there is a payment page.
 */
import type { OpenPurchase, Profile } from '@stationhouse/sdk/client';
import { Navigate } from 'react-router-dom';
import { CompanyStep } from './CompanyStep.tsx';
import { PackageStep } from './PackageStep.tsx';
import { StepFrame } from './StepFrame.tsx';
import { Stepper } from './Stepper.tsx';
import { SummaryStep } from './SummaryStep.tsx';
import { useCompany } from './use-company.ts';
import { useSteps, type Step } from './use-steps.ts';

interface PurchaseWizardProps {
  profile: Profile;
  /** What was ordered before and not paid. */
  purchase: OpenPurchase | null;
  /** There is nothing more to do here: on to the dashboard. */
  onDone: () => void;
}

const HEADS: Record<Step, { title: string; lead?: string }> = {
  package: {
    title: 'Choose your package',
    lead: 'Prices are without VAT. You see the total before you pay.',
  },
  company: {
    title: 'Company details',
    lead: 'Who the station is for, as it stands on your invoices.',
  },
  summary: { title: 'Order summary' },
};

/** Shown while the address has `create`; stands within `Queries`. */
export function PurchaseWizard({ profile, purchase, onDone }: PurchaseWizardProps) {
  const { packageName, named, linkTo, go } = useSteps(purchase?.package_name);
  const company = useCompany(profile, purchase, () => go('summary'));
  const { form, confirmed } = company;

  /** The step that the address names, or the first before it that something is missing for. */
  const possible = (): Step => {
    if (named === 'package' || packageName === undefined) return 'package';
    return named === 'summary' && confirmed ? 'summary' : 'company';
  };
  const step = possible();
  if (step !== named) return <Navigate to={linkTo(step)} replace />;

  return (
    <div>
      <Stepper current={step} linkTo={linkTo} />
      <StepFrame {...HEADS[step]}>
        {step === 'package' ? (
          <PackageStep chosen={packageName} onChoose={(name) => go('company', name)} />
        ) : null}
        {step === 'company' ? <CompanyStep form={form} onBack={() => go('package')} /> : null}
        {step === 'summary' && packageName && confirmed ? (
          <SummaryStep
            packageName={packageName}
            details={confirmed}
            company={company}
            linkTo={linkTo}
            go={go}
            onDone={onDone}
          />
        ) : null}
      </StepFrame>
    </div>
  );
}
