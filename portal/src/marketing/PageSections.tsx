import { BRAND } from '@stationhouse/platform-api/contract/site/brand';
import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import { ButtonLink } from '../ui/Button.tsx';
import { Lamp } from '../ui/Lamp.tsx';
import { useSignUpPath } from '../ui/use-sign-up-path.ts';
import type { Point } from './content/content.ts';

interface HeroProps {
  heading: string;
  lead: string;
  price: string;
  facts?: readonly string[];
  /** Below the lead: something to try. */
  form?: ReactNode;
  /** The station card. */
  children: ReactNode;
}

/** Heading, price and buttons, beside a station card. */
export function Hero({ heading, lead, price, facts = [], form, children }: HeroProps) {
  const signUpPath = useSignUpPath();
  return (
    <div className="container-page grid grid-cols-1 items-center gap-x-16 gap-y-12 pt-10 pb-(--section) md:pt-16 lg:grid-cols-[minmax(0,1fr)_26rem]">
      <div>
        <h1 className="max-w-[13ch] text-hero">{heading}</h1>
        <p className="mt-6 max-w-[46ch] text-lead text-muted">{lead}</p>
        {form}
        <p className="mt-8 font-heading text-heading font-bold">{price}</p>
        <div className="mt-5 flex flex-wrap gap-3 max-sm:*:w-full">
          <ButtonLink to={signUpPath()} size="large">
            Start Your Station
          </ButtonLink>
          <ButtonLink href={BRAND.demo_path} newTab kind="secondary" size="large">
            Listen to Demo
          </ButtonLink>
        </div>
        {facts.length === 0 ? null : (
          <ul className="mt-8 grid gap-2">
            {facts.map((fact) => (
              <li key={fact} className="flex items-start gap-2.5 font-medium">
                <Check
                  aria-hidden="true"
                  strokeWidth={2.5}
                  className="mt-1 size-4.5 flex-none text-good"
                />
                {fact}
              </li>
            ))}
          </ul>
        )}
      </div>
      {children}
    </div>
  );
}

/** A grid of benefits. */
export function Points({ points }: { points: readonly Point[] }) {
  return (
    <ul className="grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:grid-cols-3 lg:gap-y-14">
      {points.map(({ title, text }) => (
        <li key={title} className="border-t-2 border-ink pt-5">
          <h3 className="text-title">{title}</h3>
          <p className="mt-2 max-w-[44ch] text-muted">{text}</p>
        </li>
      ))}
    </ul>
  );
}

/** Numbered steps. The lamp of the last one is lit, because the station is on air. */
export function Steps({ steps }: { steps: readonly Point[] }) {
  return (
    <ol className="grid gap-8 lg:grid-cols-4 lg:gap-6">
      {steps.map(({ title, text }, index) => (
        <li key={title} className="flex gap-5 lg:block">
          <div className="flex flex-none flex-col items-center gap-3 lg:flex-row">
            <Lamp on={index === steps.length - 1} className="text-[1.75rem]" />
            {index === steps.length - 1 ? null : (
              <span aria-hidden="true" className="w-px flex-1 bg-edge lg:h-px lg:w-auto" />
            )}
          </div>
          <div className="pb-2 lg:pt-6">
            <h3 className="text-title">
              <span className="text-muted tabular">{index + 1}. </span>
              {title}
            </h3>
            <p className="mt-2 max-w-[40ch] text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

interface ClosingProps {
  heading: string;
  text: string;
  /** The text of the sign-up button. */
  action: string;
  hasDemo: boolean;
}

/** The closing call to action. */
export function Closing({ heading, text, action, hasDemo }: ClosingProps) {
  const signUpPath = useSignUpPath();
  return (
    <section className="bg-sunken">
      <div className="container-page py-section">
        <Lamp on={false} className="text-[2rem]" />
        <h2 className="mt-6 max-w-[18ch] text-page">{heading}</h2>
        <p className="mt-4 max-w-[50ch] text-lead text-muted">{text}</p>
        <div className="mt-8 flex flex-wrap gap-3 max-sm:*:w-full">
          <ButtonLink to={signUpPath()} size="large">
            {action}
          </ButtonLink>
          {hasDemo ? (
            <ButtonLink href={BRAND.demo_path} newTab kind="secondary" size="large">
              Listen to Demo
            </ButtonLink>
          ) : null}
        </div>
      </div>
    </section>
  );
}
