import { LAUNCH_HOURS } from '@stationhouse/platform-api/contract/stations/values';
import { HOUR_MS, MINUTE_MS } from '@stationhouse/platform-api/contract/time';
import type { Profile, Station } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import { useEffect, useState, type ReactNode } from 'react';
import { FILES_PATH, SOUND_PATH } from '../api/member-paths.ts';
import { PreviewPhone } from '../setup/PreviewPhone.tsx';
import { Badge } from '../ui/Badge.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { formatMoment } from '../ui/dates.ts';
import { Lamp } from '../ui/Lamp.tsx';

/** How often the countdown is drawn again. It shows minutes. */
const TICK_MS = 20_000;

/** When the station is promised to be on air, in ms; null before the setup form was submitted. */
export function promisedAt({ setup_form_submitted_at: submittedAt }: Profile): number | null {
  return submittedAt === null ? null : Date.parse(submittedAt) + LAUNCH_HOURS * HOUR_MS;
}

interface JourneyProps {
  station: Station;
  profile: Profile;
  /** The status in a sentence. */
  meaning: string;
  next: ReactNode;
  isJustPaid: boolean;
}

/** From the setup form to the station on air: the steps, the time left, and a preview of the station's page. */
export function Journey({ station, profile, meaning, next, isJustPaid }: JourneyProps) {
  const isReceived = profile.setup_form_submitted;
  const due = promisedAt(profile);
  return (
    <Card title={station.station_name} aside={<Badge kind="progress">In Progress</Badge>}>
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
        <div className="flex flex-col gap-6">
          {/* Announced to screen readers when it changes. */}
          <div aria-live="polite" className="flex max-w-measure flex-col gap-1.5">
            <p className="font-semibold">{meaning}</p>
            <p className="text-muted">{next}</p>
          </div>
          {isReceived && due !== null ? <Countdown due={due} /> : null}
          <Steps station={station} profile={profile} />
          {station.is_on_air_here ? (
            <div className="flex flex-col items-start gap-3">
              <p className="font-semibold">
                {station.starter_since === null
                  ? 'Your station is ready to be heard, by you alone.'
                  : 'Your starter programme is ready to be heard, by you alone.'}
              </p>
              <ButtonLink to={SOUND_PATH}>Hear it first</ButtonLink>
            </div>
          ) : null}
          {isReceived ? (
            <div>
              <p className="mb-3 font-semibold">Did you think of something else?</p>
              <div className="flex flex-wrap gap-3">
                <ButtonLink to={`${SOUND_PATH}?setup=form`} kind="secondary">
                  Add something
                </ButtonLink>
                <ButtonLink to={FILES_PATH} kind="quiet">
                  Upload a recording
                </ButtonLink>
              </div>
            </div>
          ) : isJustPaid ? null : (
            <ButtonLink to={`${SOUND_PATH}?setup=form`} className="self-start">
              Start with the setup form
            </ButtonLink>
          )}
        </div>
        <Preview station={station} profile={profile} />
      </div>
    </Card>
  );
}

/** The time left of the promised hours. */
function Countdown({ due }: { due: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const left = due - now;
  if (left <= 0) return null;
  const minutes = Math.ceil(left / MINUTE_MS);
  const passed = 1 - Math.min(1, left / (LAUNCH_HOURS * HOUR_MS));
  return (
    <div className="max-w-md">
      <p className="flex flex-wrap items-baseline gap-x-2.5">
        <span className="tabular font-heading text-heading font-bold">
          {Math.floor(minutes / 60)} h {minutes % 60} min
        </span>
        <span className="text-muted">left of the {LAUNCH_HOURS} hours</span>
      </p>
      <div aria-hidden="true" className="mt-3 h-1.5 overflow-hidden rounded-full bg-line">
        <div className="h-full rounded-full bg-primary" style={{ width: `${passed * 100}%` }} />
      </div>
    </div>
  );
}

/** The station's page with what the setup form says. */
function Preview({ station, profile }: Pick<JourneyProps, 'station' | 'profile'>) {
  const [mood] = profile.music_wishes?.moods ?? [];
  const asked = profile.station_name_request?.trim();
  const name = (!station.is_name_operators && asked) || station.station_name;
  return (
    <figure className="flex min-w-0 flex-col justify-center rounded-card bg-sunken px-4 py-8">
      <PreviewPhone
        name={name}
        logo={profile.station_logo_url ?? station.station_logo_url}
        look={station}
        {...(mood && { mood })}
      />
      <figcaption className="mt-4 text-center text-small text-muted">
        {asked && asked !== name
          ? `A preview of your page. You asked for “${asked}”; our team chose “${name}”.`
          : 'A preview of your page'}
        <span className="block wrap-anywhere">
          {station.station_url.replace(/^https?:\/\//, '')}
        </span>
      </figcaption>
    </figure>
  );
}

interface Step {
  name: string;
  text: string;
  isDone: boolean;
}

function stepsOf(
  { has_music, admin_uploaded_ids, starter_since }: Station,
  profile: Profile,
): Step[] {
  // The starter programme is not the team’s work.
  const isStarter = starter_since !== null;
  const { setup_form_submitted: isReceived, setup_form_submitted_at: submittedAt } = profile;
  const due = promisedAt(profile);
  return [
    {
      name: 'Received',
      text:
        isReceived && submittedAt !== null
          ? `Your setup form arrived on ${formatMoment(submittedAt)}.`
          : 'Your setup form: the name, the voice, and what is said between the songs.',
      isDone: isReceived,
    },
    {
      name: 'Music chosen',
      text: 'Our team picks songs for your place and your hours.',
      isDone: has_music && !isStarter,
    },
    {
      name: 'Voice recorded',
      text: 'Your radio IDs are spoken and levelled.',
      isDone: admin_uploaded_ids.length > 0 && !isStarter,
    },
    {
      name: 'On air',
      text:
        isReceived && due !== null
          ? `By ${formatMoment(new Date(due).toISOString())}. We also send you an email.`
          : `Within ${LAUNCH_HOURS} hours of your setup form. We also send you an email.`,
      isDone: false,
    },
  ];
}

function Steps({ station, profile }: Pick<JourneyProps, 'station' | 'profile'>) {
  const steps = stepsOf(station, profile);
  const current = steps.findIndex(({ isDone }) => !isDone);
  return (
    <ol className="flex flex-col">
      {steps.map(({ name, text, isDone }, at) => (
        <li
          key={name}
          aria-current={at === current ? 'step' : undefined}
          className="relative grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3.5 pb-5 last:pb-0"
        >
          {at < steps.length - 1 ? (
            <span
              aria-hidden="true"
              className={clsx(
                'absolute start-[0.8125rem] top-7 bottom-0 w-0.5',
                isDone ? 'bg-good' : 'bg-line',
              )}
            />
          ) : null}
          <span
            aria-hidden="true"
            className={clsx(
              'grid size-7 place-items-center rounded-full',
              isDone && 'bg-good-wash text-good',
              !isDone && (at === current ? 'bg-primary/15' : 'bg-sunken'),
            )}
          >
            {isDone ? <Check strokeWidth={2.75} className="size-4" /> : <Lamp on={false} />}
          </span>
          <div>
            <p
              className={clsx('leading-7 font-semibold', !isDone && at !== current && 'text-muted')}
            >
              {name}
              <span className="sr-only">{isDone ? ', done' : ', to come'}</span>
            </p>
            <p className="text-small text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
