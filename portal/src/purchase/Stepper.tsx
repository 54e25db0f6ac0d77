import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import { Link } from 'react-router-dom';
import { type Step, STEPS } from './use-steps.ts';

const NAMES: Record<Step, string> = { package: 'Package', company: 'Company', summary: 'Summary' };

interface StepperProps {
  current: Step;
  /** The URL of an earlier step. */
  linkTo: (step: Step) => string;
}

/** The progress of the purchase, with links back to completed steps. */
export function Stepper({ current, linkTo }: StepperProps) {
  const place = STEPS.indexOf(current);
  return (
    <nav aria-label="Steps of the purchase">
      <ol className="grid grid-cols-3 gap-2 sm:gap-4">
        {STEPS.map((step, index) => {
          const name = (
            <span>
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
                  className="flex min-h-11 items-center gap-1.5 rounded-small hover:underline"
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
