import { firstPayment } from '@stationhouse/platform-api/contract/billing/prices';
import type { Package } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Badge } from './Badge.tsx';
import { ButtonLink } from './Button.tsx';
import { FeatureItem } from './Card.tsx';
import { Money } from './Money.tsx';
import { useSignUpPath } from './use-sign-up-path.ts';

/** The features of a card under a heading of their own, some with a word on what they mean. */
export interface PackageContents {
  heading: string;
  features: readonly { name: string; meaning?: string }[];
}

interface PackageCardsProps {
  packages: readonly Package[];
  /** Instead of the features as they are. */
  contentsOf?: (offer: Package, before: Package | undefined) => PackageContents;
  /** The button of each card; by default a link to sign-up. */
  children?: (offer: Package) => ReactNode;
}

/** The packages side by side, each with price, button and features. */
export function PackageCards({ packages, contentsOf, children = signUpFor }: PackageCardsProps) {
  return (
    <div className="grid gap-6 lg:grid-cols-3">
      {packages.map((each, index) => (
        <PackageCard
          key={each.name}
          offer={each}
          contents={contentsOf?.(each, packages[index - 1]) ?? asListed(each)}
          action={children(each)}
        />
      ))}
    </div>
  );
}

const signUpFor = (offer: Package) => <SignUpFor {...offer} />;

function SignUpFor({ name, popular }: Package) {
  const signUpPath = useSignUpPath();
  return (
    <ButtonLink
      to={signUpPath({ package: name })}
      kind={popular ? 'primary' : 'secondary'}
      className="mt-6 w-full"
    >
      Get Started<span className="sr-only"> with {name}</span>
    </ButtonLink>
  );
}

const asListed = ({ features }: Package): PackageContents => ({
  heading: '',
  features: features.map((name) => ({ name })),
});

interface PackageCardProps {
  offer: Package;
  contents: PackageContents;
  action: ReactNode;
}

function PackageCard({ offer, contents, action }: PackageCardProps) {
  const { name, description, popular, currency, monthly_fee, setup_fee } = offer;
  const { heading, features } = contents;
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
      <p className="mt-1 text-small">
        First payment <Money cents={firstPayment(offer)} currency={currency} /> + VAT
      </p>
      {action}
      <div className="mt-7 border-t border-line pt-6">
        {heading === '' ? null : (
          <h4 className="mb-3.5 font-sans text-text font-semibold">{heading}</h4>
        )}
        <ul className="grid gap-2.5 text-small md:max-lg:grid-cols-2">
          {features.map((feature) => (
            <FeatureItem key={feature.name}>
              <span>
                {feature.name}
                {feature.meaning === undefined ? null : (
                  <span className="block text-muted">{feature.meaning}</span>
                )}
              </span>
            </FeatureItem>
          ))}
        </ul>
      </div>
    </article>
  );
}
