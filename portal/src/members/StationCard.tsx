import { LAUNCH_HOURS } from '@stationhouse/platform-api/contract/stations/values';
import { STARTER_MINUTES } from '@stationhouse/platform-api/contract/setup/values';
import type { Profile, Station } from '@stationhouse/sdk/client';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Badge } from '../ui/Badge.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { formatMoment } from '../ui/dates.ts';
import { Journey, promisedAt } from './Journey.tsx';
import { useClosedWords } from './NowPlaying.tsx';

interface State {
  kind: 'live' | 'waiting' | 'progress' | 'bad';
  word: 'Live' | 'In Progress' | 'Inactive' | 'Closed';
  /** One short sentence. */
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
      . Your station and its files are safe.
    </>
  ),
};

const IN_PROGRESS = { kind: 'progress', word: 'In Progress' } as const;

const AWAITED: State = {
  ...IN_PROGRESS,
  meaning: 'We are waiting for your setup form.',
  next: `Once we have it, your station is on air in under ${LAUNCH_HOURS} hours.`,
};

const PREPARED: State = {
  ...IN_PROGRESS,
  meaning: 'Your starter programme is being prepared.',
  next: `It should be on air within ${STARTER_MINUTES} minutes. This page updates automatically.`,
};

/** Its programme is ready, and the member wants or has to hear it first. */
const heardFirst = ({ starter_since }: Station): State => ({
  ...IN_PROGRESS,
  meaning: 'Your station waits for your yes.',
  next:
    starter_since === null
      ? 'Listen to it, and say yes or what to change. After your yes our team puts it on air.'
      : 'Listen to it, and say yes or what to change. It is on air as soon as you say yes.',
});

/** A station whose setup form was submitted, from which the promised time counts. */
function beingBuilt(profile: Profile): State {
  const meaning = 'We are building your station.';
  const due = promisedAt(profile);
  if (due !== null && due < Date.now()) {
    return {
      ...IN_PROGRESS,
      meaning,
      next: (
        <>
          It should have been on air by {formatMoment(new Date(due).toISOString())}. We are sorry
          for the delay.{' '}
          <Link to="/contact" className="link">
            Write to us
          </Link>
          , and we put it first.
        </>
      ),
    };
  }
  const by = due === null ? '' : `, by ${formatMoment(new Date(due).toISOString())}`;
  const next = `It will be launched within ${LAUNCH_HOURS} hours of your setup form${by}. This page updates automatically when your station goes live.`;
  return { ...IN_PROGRESS, meaning, next };
}

/** A live station whose own programme is still being built. */
function withStarter(profile: Profile | undefined): State {
  const due = profile ? promisedAt(profile) : null;
  const isLate = due !== null && due < Date.now();
  const by = due === null ? '' : ` by ${formatMoment(new Date(due).toISOString())}`;
  return {
    kind: 'live',
    word: 'Live',
    meaning: 'Your station is on air with a starter programme.',
    next: isLate
      ? `Your own programme was promised${by}. We are sorry for the delay, and are working on it.`
      : `Our team builds your own programme and replaces this one${by}. Your listeners hear no break.`,
  };
}

/** How each status is shown (specification §4). */
const STATES: Partial<Record<Station['status'], State>> = {
  active: {
    kind: 'live',
    word: 'Live',
    meaning: 'Your station is on air.',
    next: 'Open its page on the tablet behind your counter, or put the player on your own website.',
  },
  suspended: {
    ...INACTIVE,
    next: 'A payment is missing. Once it is paid, your station comes back at the same address.',
  },
};

/** Before the launch it depends on the setup form; null until the profile is loaded. */
function stateOf(station: Station, profile: Profile | undefined): State | null {
  const { status, starter_since, waiting_for } = station;
  if (status === 'active' && starter_since !== null) return withStarter(profile);
  if (status !== 'setup_pending') return STATES[status] ?? SWITCHED_OFF;
  if (waiting_for === 'starter') return PREPARED;
  if (waiting_for === 'approval') return heardFirst(station);
  if (!profile) return null;
  return profile.setup_form_submitted ? beingBuilt(profile) : AWAITED;
}

/** Both names, where the station is not called what its member asked for. */
function OtherName({ station, profile }: StationCardProps) {
  const asked = profile?.station_name_request?.trim();
  if (!asked || asked === station.station_name) return null;
  return (
    <p className="text-small text-muted">
      You asked for the name “{asked}”. Your station is called “{station.station_name}”.{' '}
      <Link to="/contact" className="link">
        Write to us
      </Link>{' '}
      if you want to change it.
    </p>
  );
}

interface StationCardProps {
  station: Station;
  profile: Profile | undefined;
  isJustPaid?: boolean;
}

/** A live station during a pause. */
const closedState = (words: string): State => ({
  kind: 'waiting',
  word: 'Closed',
  meaning: `${words}.`,
  next: 'Your station is closed for holidays, as you planned. It continues automatically.',
});

/** The station's status, its meaning and the next step. */
export function StationCard({ station, profile, isJustPaid = false }: StationCardProps) {
  const closed = useClosedWords(station);
  const state = closed === null ? stateOf(station, profile) : closedState(closed);
  if (state && profile && station.status === 'setup_pending') {
    return (
      <Journey
        station={station}
        profile={profile}
        meaning={state.meaning}
        next={state.next}
        isJustPaid={isJustPaid}
      />
    );
  }
  const { kind, word } = state ?? IN_PROGRESS;
  return (
    <Card title={station.station_name} aside={<Badge kind={kind}>{word}</Badge>}>
      {/* Announced to screen readers when it changes. */}
      <div aria-live="polite" className="flex flex-col gap-1.5">
        <p className="font-semibold">{state?.meaning}</p>
        <p className="text-muted">{state?.next}</p>
      </div>
      {station.status === 'active' ? <OtherName station={station} profile={profile} /> : null}
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
