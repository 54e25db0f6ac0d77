import type { Station } from '@stationhouse/sdk/client';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import {
  LOOK_PATH,
  PAGE_PATH,
  PRINT_PATH,
  SCREENS_PATH,
  WEBSITE_PATH,
} from '../../api/member-paths.ts';
import { MemberPage, OfStation } from '../MemberPage.tsx';

const PARTS = [
  { to: LOOK_PATH, label: 'Look' },
  { to: PAGE_PATH, label: 'Page' },
  { to: WEBSITE_PATH, label: 'Website' },
  { to: SCREENS_PATH, label: 'Screens' },
  { to: PRINT_PATH, label: 'Print' },
] as const;

interface SharePartProps {
  name: (typeof PARTS)[number]['label'];
  description: string;
  children: (station: Station) => ReactNode;
}

/** A part of Share & embed, with the links to the others. */
export function SharePart({ name, description, children }: SharePartProps) {
  return (
    <MemberPage
      title={`${name} · Share & embed`}
      description={description}
      heading={
        <>
          Share &amp; embed<span className="sr-only">: {name}</span>
        </>
      }
      parts={<Parts />}
    >
      <OfStation>{children}</OfStation>
    </MemberPage>
  );
}

function Parts() {
  return (
    <nav aria-label="Share & embed" className="max-w-full">
      <ul className="-mb-px flex gap-x-4 overflow-x-auto sm:gap-x-7">
        {PARTS.map(({ to, label }) => (
          <li key={to}>
            <NavLink
              to={to}
              className="flex min-h-11 items-center border-b-3 border-transparent font-semibold text-muted no-underline -outline-offset-3 transition-colors hover:text-ink aria-[current=page]:border-primary aria-[current=page]:text-ink"
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
