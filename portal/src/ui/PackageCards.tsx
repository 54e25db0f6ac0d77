import type { Package } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Badge } from './Badge.tsx';
import { ButtonLink } from './Button.tsx';
import { FeatureItem } from './Card.tsx';
import { Money } from './Money.tsx';

interface PackageCardsProps {
  packages: readonly Package[];
  /** The button of each card; by default a link to sign-up. */
  children?: (offer: Package) => ReactNode;
}

/** The packages side by side, each with price, button and features. */
export function PackageCards({ packages, children = signUpFor }: PackageCardsProps) {
  return (
    <div className="grid gap-6 lg:grid-cols-3">
      {packages.map((each) => (
        <PackageCard key={each.name} offer={each} action={children(each)} />
      ))}
    </div>
  );
}

function signUpFor({ name, popular }: Package) {
  return (
    <ButtonLink
      to={`/signup?package=${name}`}
      kind={popular ? 'primary' : 'secondary'}
      className="mt-6 w-full"
    >
      Get Started<span className="sr-only"> with {name}</span>
    </ButtonLink>
  );
}

function PackageCard({ offer, action }: { offer: Package; action: ReactNode }) {
  const { name, description, features, popular, currency, monthly_fee, setup_fee } = offer;
  return (
    <article
      aria-label={name}
      className={clsx(
        'relative flex flex-col rounded-card bg-surface p-6 sm:p-7',
        popular ? 'border-2 border-primary' : 'border border-line',
      )}
    >
      <header className="flex min-h-7 items-start justify-between gap-3">
        <h3 className="text-title">{name}</h3>
        {popular ? <Badge>Popular</Badge> : null}
      </header>
      <p className="mt-2 text-small text-muted lg:min-h-[3lh]">{description}</p>
      <p className="mt-5 font-heading text-page font-bold">
        <Money cents={monthly_fee} currency={currency} />
        <span className="text-text font-medium tracking-normal text-muted">/mo</span>
      </p>
      <p className="text-small text-muted">
        plus <Money cents={setup_fee} currency={currency} /> setup, once
      </p>
      {action}
      <ul className="mt-7 grid gap-2.5 border-t border-line pt-6 text-small md:max-lg:grid-cols-2">
        {features.map((feature) => (
          <FeatureItem key={feature}>{feature}</FeatureItem>
        ))}
      </ul>
    </article>
  );
}
