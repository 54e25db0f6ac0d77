import { BRAND } from '@stationhouse/platform-api/contract/brand';
import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import { ButtonLink } from '../ui/Button.tsx';

interface HeroProps {
  heading: string;
  lead: string;
  price: string;
  facts?: readonly string[];
  /** The station to hear. */
  children: ReactNode;
}

/** What a page promises, its price, the two ways on, and a station to hear beside them. */
export function Hero({ heading, lead, price, facts = [], children }: HeroProps) {
  return (
    <div className="container-page grid grid-cols-1 items-center gap-x-16 gap-y-12 pt-10 pb-(--section) md:pt-16 lg:grid-cols-[minmax(0,1fr)_26rem]">
      <div>
        <h1 className="max-w-[13ch] text-hero">{heading}</h1>
        <p className="mt-6 max-w-[46ch] text-lead text-muted">{lead}</p>
        <p className="mt-8 font-heading text-heading font-bold">{price}</p>
        <div className="mt-5 flex flex-wrap gap-3">
          <ButtonLink to="/signup" size="large">
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
                  className="mt-1 size-4.5 flex-none text-on-air-text"
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
