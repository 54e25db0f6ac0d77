import { PACKAGES } from '@stationhouse/platform-api/contract/billing/prices';
import type { Package } from '@stationhouse/sdk/client';
import { lazy, Suspense, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { ButtonLink } from '../ui/Button.tsx';
import { PackageCards } from '../ui/PackageCards.tsx';
import { Section } from '../ui/Section.tsx';
import { useSeen } from '../ui/use-seen.ts';
import { useSignUpPath } from '../ui/use-sign-up-path.ts';
import { home } from './content/home.ts';
import { contentsOf } from './content/package-words.ts';

const LivePackages = lazy(async () => ({
  default: (await import('./LivePackages.tsx')).LivePackages,
}));

/** The packages: prerendered from the contract, then from the API once they are about to be visible. */
export function Pricing({ tone = 'paper' }: { tone?: 'paper' | 'sunken' }) {
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(place);
  const signUpPath = useSignUpPath();
  const { heading, lead, trial, notes } = home.pricing;
  const [packages, setPackages] = useState<readonly Package[]>(PACKAGES);
  return (
    <Section id="pricing" tone={tone} title={heading} lead={lead}>
      <div ref={place}>
        <PackageCards packages={packages} contentsOf={contentsOf} />
        {isSeen && (
          <Suspense fallback={null}>
            <LivePackages show={setPackages} />
          </Suspense>
        )}
      </div>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-card bg-sunken p-6 sm:p-7">
        <div className="flex min-w-0 items-start gap-4">
          <div>
            <h3 className="text-title">{trial.heading}</h3>
            <p className="mt-1 max-w-measure text-small">{trial.text}</p>
          </div>
        </div>
        <ButtonLink to={signUpPath({ trial: 'true' })} kind="secondary" className="max-sm:w-full">
          Start with a trial month
        </ButtonLink>
      </div>
      <ul className="mt-10 grid gap-x-10 gap-y-3 text-small text-muted md:grid-cols-2">
        {notes.map((note) => (
          <li key={note} className="border-t border-line pt-3">
            {note}
          </li>
        ))}
      </ul>
      <p className="mt-8">
        More about payment, cancelling and licences: our{' '}
        <Link to="/faq" className="link">
          questions and answers
        </Link>
        .
      </p>
    </Section>
  );
}
