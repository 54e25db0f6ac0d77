import {
  firstPayment,
  packageNamed,
  type PackageName,
} from '@stationhouse/platform-api/contract/billing/prices';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { Money } from './Money.tsx';

interface ChosenPackageProps {
  name: PackageName;
  /** For a month, after which it ends automatically. */
  isTrial?: boolean;
  /** Where another one can be chosen. */
  changeAt: string;
  className?: string;
}

/** The package that is being bought, with its price, in one line. */
export function ChosenPackage({ name, isTrial = false, changeAt, className }: ChosenPackageProps) {
  const offer = packageNamed(name);
  const { monthly_fee, setup_fee, currency, description } = offer;
  return (
    <section
      aria-label="Your package"
      className={clsx(
        'flex flex-wrap items-start justify-between gap-x-6 gap-y-1 rounded-card border border-line bg-surface p-5',
        className,
      )}
    >
      <div className="min-w-0">
        <p className="text-small text-muted">Your package</p>
        <p className="font-heading text-title font-bold">
          {isTrial ? `${name}, for a trial month` : name}
        </p>
        <p className="mt-1 text-small text-muted">{description}</p>
      </div>
      <div className="flex min-w-full flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3 mt-2">
        <p>
          <span className="font-semibold">
            <Money cents={monthly_fee} currency={currency} />
            /mo
          </span>{' '}
          <span className="text-small text-muted">
            plus <Money cents={setup_fee} currency={currency} /> setup, once, without VAT
          </span>
          <span className="block text-small">
            First payment <Money cents={firstPayment(offer)} currency={currency} /> + VAT
          </span>
        </p>
        <Link to={changeAt} className="link text-small">
          Change<span className="sr-only"> the package</span>
        </Link>
      </div>
    </section>
  );
}
