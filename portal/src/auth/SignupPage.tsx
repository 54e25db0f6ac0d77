import { LAUNCH_HOURS, NOTICE_DAYS } from '@stationhouse/platform-api/contract/stations/values';
import type { PackageName } from '@stationhouse/platform-api/contract/billing/prices';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  readKeptLogo,
  useKeptStation,
  type KeptStation as KeptStationOfVisitor,
} from '../api/kept-station.ts';
import { withIntent } from '../api/member-paths.ts';
import { ChosenPackage } from '../ui/ChosenPackage.tsx';
import { Head } from '../ui/Head.tsx';
import { Lamp } from '../ui/Lamp.tsx';
import { Notice } from '../ui/Notice.tsx';
import { fromPrice } from '../ui/Money.tsx';
import { readLogo, type ShownLogo } from '../ui/read-logo.ts';
import { SOLUTIONS } from '../ui/solutions.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { ForVisitors, useIntent } from './ForMembers.tsx';
import { authHeads } from './heads.ts';
import { SignUpForm } from './SignUpForm.tsx';

/** `/signup` */
export function SignupPage() {
  const { intent, chosen } = useIntent();
  const isTrial = intent.has('trial');
  return (
    <ForVisitors>
      <Head {...authHeads['/signup']} />
      <AuthFrame
        title="Create your account"
        lead={
          <>
            Already have an account?{' '}
            <Link to={withIntent('/login', intent)} className="link">
              Sign in
            </Link>
          </>
        }
        aside={<WhatComesNext chosen={chosen} />}
      >
        {chosen === undefined ? null : (
          <ChosenPackage name={chosen} isTrial={isTrial} changeAt="/#pricing" className="mb-8" />
        )}
        {isTrial && chosen === undefined ? (
          <Notice kind="neutral" title="You start with a trial month" className="mb-8">
            You choose the package next. The trial ends automatically, unless you continue it.
          </Notice>
        ) : null}
        <KeptStation />
        <SignUpForm />
      </AuthFrame>
    </ForVisitors>
  );
}

const stepsWith = (chosen: PackageName | undefined) => [
  { title: 'Your account', text: 'This form. It is free.' },
  {
    title: 'Your package',
    text: `${chosen ?? `From only ${fromPrice}/mo`}, on a monthly subscription.`,
  },
  { title: 'Your wishes', text: 'Tell us the name, the voice and what it should say.' },
  { title: 'On air', text: `We build your station in under ${LAUNCH_HOURS} hours.` },
];

/** The steps from the account to the station. */
function WhatComesNext({ chosen }: { chosen: PackageName | undefined }) {
  const steps = stepsWith(chosen);
  return (
    <aside
      aria-labelledby="next"
      className="theme-night band mx-auto w-full max-w-xl self-start rounded-card bg-background p-6 text-ink sm:p-8 lg:sticky lg:top-24 lg:mx-0"
    >
      <h2 id="next" className="text-title">
        What comes next
      </h2>
      <ol className="mt-6">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="group flex gap-4">
            <span className="flex flex-none flex-col items-center">
              <Lamp on={index === steps.length - 1} className="mt-1.5 text-[1.375rem]" />
              <span aria-hidden="true" className="mt-2 w-px flex-1 bg-edge group-last:hidden" />
            </span>
            <div className="pb-6 group-last:pb-0">
              <h3 className="font-sans text-text font-semibold">{title}</h3>
              <p className="text-small text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-6 border-t border-line pt-5 text-small text-muted">
        Leave with {NOTICE_DAYS} days’ notice on most plans.
      </p>
    </aside>
  );
}

/** The logo of the kept station; null while it is read, and without a logo. */
function useKeptLogo(kept: KeptStationOfVisitor | null): ShownLogo | null {
  const [logo, setLogo] = useState<ShownLogo | null>(null);
  useEffect(() => {
    let isLeft = false;
    async function show(): Promise<void> {
      const file = kept && (await readKeptLogo());
      const read = file ? await readLogo(file) : null;
      if (!isLeft) setLogo(read);
    }
    // A picture that cannot be read is left out: the setup form says so.
    show().catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, [kept]);
  return logo;
}

/** The station that the visitor has tried on the front page. */
function KeptStation() {
  const kept = useKeptStation();
  const logo = useKeptLogo(kept);
  if (!kept) return null;
  const kind = SOLUTIONS.find(({ to }) => to === `/${kept.industry}`)?.one;
  return (
    <section
      aria-label="Your station"
      className={`look-${kept.industry} look mb-8 flex items-center gap-4 rounded-card border border-line bg-surface p-5`}
    >
      {logo ? (
        <img
          src={logo.url}
          alt=""
          className={clsx(
            'size-12 flex-none rounded-small border border-line object-contain p-1',
            logo.accent === undefined ? 'bg-[#000]' : 'bg-[#fff]',
          )}
        />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-12 flex-none place-items-center rounded-small bg-(--accent) font-heading text-title font-bold text-(--on-accent) forced-color-adjust-none"
        >
          {[...kept.name][0]?.toUpperCase()}
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p className="text-small text-muted">Your station{kind ? `, ${kind.toLowerCase()}` : ''}</p>
        <p className="font-heading text-title leading-tight font-bold wrap-anywhere">{kept.name}</p>
        <p className="mt-1 text-small text-muted">It waits for you in the setup form.</p>
      </div>
      <Link to="/" className="link flex-none self-start text-small">
        Change<span className="sr-only"> the station</span>
      </Link>
    </section>
  );
}
