import type { Station } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { MEMBERS_PATH } from '../api/member-paths.ts';
import { stationQuery } from '../api/queries.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { Head, type PageHead } from '../ui/Head.tsx';
import { EmptyState, Loaded } from '../ui/Loaded.tsx';

interface MemberPageProps extends PageHead {
  /** The heading, if it is not the title. */
  heading?: ReactNode;
  /** One sentence below the heading. */
  lead?: ReactNode;
  /** Above the heading: the way back from a part of a page. */
  back?: ReactNode;
  /** Links to the parts of the page, beside its heading. */
  parts?: ReactNode;
  children: ReactNode;
}

/** A page of the member's area. */
export function MemberPage(props: MemberPageProps) {
  const { title, description, heading, lead, back, parts, children } = props;
  return (
    <main className="container-member py-8 pb-16 lg:py-12">
      <Head title={title} description={description} />
      {back}
      <header
        className={clsx(
          'mb-6',
          parts === undefined
            ? 'lg:mb-8'
            : 'flex flex-wrap items-end justify-between gap-x-10 gap-y-2 border-b border-line',
        )}
      >
        <div className={parts === undefined ? undefined : 'pb-2'}>
          <h1 className="text-heading">{heading ?? title}</h1>
          {lead === undefined ? null : <p className="mt-2 max-w-measure text-muted">{lead}</p>}
        </div>
        {parts}
      </header>
      <div className="flex flex-col gap-6">{children}</div>
    </main>
  );
}

/** The parts of a page that need a station. */
export function OfStation({ children }: { children: (station: Station) => ReactNode }) {
  const station = useQuery(stationQuery);
  return (
    <Loaded query={station} failure="Failed to load station">
      {(own) => (own ? children(own) : <NoStationYet />)}
    </Loaded>
  );
}

const NoStationYet = () => (
  <EmptyState
    title="You have no station yet"
    action={<ButtonLink to={MEMBERS_PATH}>Go to Home</ButtonLink>}
  >
    This page fills up once you have one.
  </EmptyState>
);
