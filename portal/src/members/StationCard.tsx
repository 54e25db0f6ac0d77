import { LAUNCH_HOURS } from '@stationhouse/platform-api/contract/limits';
import type { Station } from '@stationhouse/sdk/client';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Badge } from '../ui/Badge.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';

interface State {
  kind: 'good' | 'on-air' | 'bad';
  word: 'Live' | 'In Progress' | 'Inactive';
  /** What it means, in a sentence of some words. */
  meaning: string;
  next: ReactNode;
}

const INACTIVE = { kind: 'bad', word: 'Inactive', meaning: 'Your station is off air.' } as const;

const SWITCHED_OFF: State = {
  ...INACTIVE,
  next: (
    <>
      If you did not expect this,{' '}
      <Link to="/contact" className="link">
        write to us
      </Link>
      . Nothing of it is lost.
    </>
  ),
};

/** How a station's state is shown (specification §4), and what comes of it. */
const STATES: Partial<Record<Station['status'], State>> = {
  active: {
    kind: 'good',
    word: 'Live',
    meaning: 'Your station is on air.',
    next: 'Open its page on the tablet behind your counter, or put the player on your own website.',
  },
  setup_pending: {
    kind: 'on-air',
    word: 'In Progress',
    meaning: 'We are building your station.',
    next: `It will be launched within ${LAUNCH_HOURS} hours. The moment it goes live this page says so by itself.`,
  },
  suspended: {
    ...INACTIVE,
    next: 'A payment is missing. Once it is made your station comes back as it was, at its old address.',
  },
};

/** The member's station: how it stands, what that means, and what comes next. */
export function StationCard({ station }: { station: Station }) {
  const { kind, word, meaning, next } = STATES[station.status] ?? SWITCHED_OFF;
  return (
    <Card title={station.station_name} aside={<Badge kind={kind}>{word}</Badge>}>
      {/* It changes while the page is open, and is then told to those who hear it. */}
      <div aria-live="polite" className="flex flex-col gap-1.5">
        <p className="font-semibold">{meaning}</p>
        <p className="text-muted">{next}</p>
      </div>
      {station.status === 'active' ? (
        <ButtonLink
          href={station.station_url}
          newTab
          kind="secondary"
          className="mt-auto self-start"
        >
          Open your station
        </ButtonLink>
      ) : null}
    </Card>
  );
}
