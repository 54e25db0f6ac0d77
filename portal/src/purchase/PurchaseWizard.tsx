import type { OpenPurchase, Profile } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Link, Navigate, useNavigationType } from 'react-router-dom';
import { CompanyStep } from './CompanyStep.tsx';
import { PackageStep } from './PackageStep.tsx';
import { SummaryStep } from './SummaryStep.tsx';
import { useCompany } from './use-company.ts';
import { type Step, STEPS, useSteps } from './use-steps.ts';

/**
 * The purchase wizard (specification §2). Step and package are in the URL. Company details are in the form,
 * and in a draft in this tab until there is a payment page.
 */

interface PurchaseWizardProps {
  profile: Profile;
  /** The unpaid purchase, if there is one. */
  purchase: OpenPurchase | null;
  /** Leaves the wizard for the dashboard. */
  onDone: () => void;
}

const HEADS: Record<Step, { title: string; lead?: string }> = {
  package: {
    title: 'Choose your package',
    lead: 'Prices exclude VAT. You see the total before you pay.',
  },
  company: {
    title: 'Company details',
    lead: 'Your company details appear on your invoices.',
  },
  summary: { title: 'Order summary' },
};

/** Shown while the URL has `create`. Needs `Queries` around it. */
export function PurchaseWizard({ profile, purchase, onDone }: PurchaseWizardProps) {
  const { packageName, isTrial, setTrial, urlStep, linkTo, go } = useSteps(purchase);
  const company = useCompany(profile, purchase, () => go('summary'));
  const { form, confirmed } = company;

  /** The step in the URL, or the first step that is not complete. */
  const possible = (): Step => {
    if (urlStep === 'package' || packageName === undefined) return 'package';
    return urlStep === 'summary' && confirmed ? 'summary' : 'company';
  };
  const step = possible();
  if (step !== urlStep) return <Navigate to={linkTo(step)} replace />;

  return (
    <div>
      <Stepper current={step} linkTo={linkTo} />
      <StepFrame {...HEADS[step]}>
        {step === 'package' ? (
          <PackageStep chosen={packageName} onChoose={(name) => go('company', name)} />
        ) : null}
        {step === 'company' ? (
          <CompanyStep
            packageName={packageName}
            isTrial={isTrial}
            changeAt={linkTo('package')}
            form={form}
            onBack={() => go('package')}
          />
        ) : null}
        {step === 'summary' && packageName && confirmed ? (
          <SummaryStep
            packageName={packageName}
            details={confirmed}
            isTrial={isTrial}
            onTrial={setTrial}
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

const NAMES: Record<Step, string> = { package: 'Package', company: 'Company', summary: 'Summary' };

interface StepperProps {
  current: Step;
  /** The URL of an earlier step. */
  linkTo: (step: Step) => string;
}

/** The progress of the purchase, with links back to completed steps. */
function Stepper({ current, linkTo }: StepperProps) {
  const place = STEPS.indexOf(current);
  return (
    <nav aria-label="Steps of the purchase">
      <ol className="grid grid-cols-3 gap-2 sm:gap-4">
        {STEPS.map((step, index) => {
          const name = (
            <span className="whitespace-nowrap">
              <span className="tabular">{index + 1}.</span> {NAMES[step]}
            </span>
          );
          return (
            <li
              key={step}
              aria-current={index === place ? 'step' : undefined}
              className={clsx(
                'border-t-4 text-small',
                index <= place ? 'border-primary font-semibold' : 'border-line text-muted',
              )}
            >
              {index < place ? (
                <Link
                  to={linkTo(step)}
                  className="flex min-h-11 items-center gap-1 rounded-small hover:underline sm:gap-1.5"
                >
                  {name}
                  <Check aria-hidden="true" strokeWidth={2.75} className="size-4 flex-none" />
                  <span className="sr-only">(done)</span>
                </Link>
              ) : (
                <span className="flex min-h-11 items-center">{name}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

interface StepFrameProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

/**
 * A step with its heading. After a change of step it focuses the heading, or the first invalid field. A page
 * load leaves the focus alone.
 */
function StepFrame({ title, lead, children }: StepFrameProps) {
  const id = useId();
  const place = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = useNavigationType() === 'POP';
  const shown = useRef(isLoaded ? title : undefined);
  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    const wrong = place.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong ?? heading.current)?.focus();
  }, [title]);
  return (
    <section ref={place} aria-labelledby={id} className="mt-8 md:mt-10">
      <h2 id={id} ref={heading} tabIndex={-1} className="text-heading outline-none">
        {title}
      </h2>
      {lead === undefined ? null : <p className="mt-2 max-w-measure text-muted">{lead}</p>}
      <div className="mt-8">{children}</div>
    </section>
  );
}
