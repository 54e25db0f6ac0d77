import {
  ENERGY_DETAILS,
  MOOD_DETAILS,
  wishesInWords,
} from '@stationhouse/platform-api/contract/setup/music-wishes';
import { INDUSTRY_WORDS } from '@stationhouse/platform-api/contract/setup/values';
import type { CustomerDetails } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { washOf } from '../../programme/washes.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { logoGround } from '../../ui/look-tokens.ts';
import { Picture } from '../../ui/Picture.tsx';
import { useAdminDialog } from '../admin-address.ts';
import { RatedTracks } from '../schedule/RatedTracks.tsx';
import { DAY_MINUTES, minutesOf } from '../schedule/week.ts';
import { RadioIdTexts } from '../RadioIdTexts.tsx';

const VOICES = { male: 'a male voice', female: 'a female voice' } as const;

/** Shown by names of their own below. */
const DRAWN: readonly string[] = ['Moods', 'Day'];

/** The answers of the setup form. */
export function AskedFor({ customer }: { customer: CustomerDetails }) {
  const { open } = useAdminDialog();
  const { profile, station, user } = customer;
  const { industry, music_wishes: wishes, radio_id_texts: texts } = profile;
  const { announcement_frequency: spotsEvery, commercial_spots_per_break: spots } = profile;
  const others = wishesInWords(wishes).filter(([name]) => !DRAWN.includes(name));
  return (
    <Card
      title="Asked for"
      aside={
        <Button kind="quiet" size="small" className="-mx-3" onClick={() => open('view', user.id)}>
          All details
        </Button>
      }
    >
      {profile.setup_form_submitted ? (
        <dl className="flex flex-col gap-4">
          <Answer name="Station">
            <span className="flex items-center gap-3">
              {profile.station_logo_url === null ? null : (
                <Picture
                  src={profile.station_logo_url}
                  alt="The station’s logo"
                  width={40}
                  height={40}
                  fit="contain"
                  style={logoGround({ logo_shape: station?.logo_shape })}
                  className="size-10 flex-none rounded-small"
                />
              )}
              <span className="min-w-0">
                <span className="block font-semibold">{profile.station_name_request}</span>
                {industry === null ? null : (
                  <span className="block text-small text-muted">{INDUSTRY_WORDS[industry]}</span>
                )}
              </span>
            </span>
          </Answer>
          {wishes && wishes.moods.length > 0 ? (
            <Answer name="Moods">
              <ul className="flex flex-col gap-1.5">
                {wishes.moods.map((mood) => (
                  <li key={mood} className="rounded-small bg-sunken px-3 py-1.5">
                    <span className="block font-semibold">{MOOD_DETAILS[mood].name}</span>
                    <span className="block text-small text-muted">{MOOD_DETAILS[mood].line}</span>
                  </li>
                ))}
              </ul>
            </Answer>
          ) : null}
          {wishes && wishes.day.length > 0 ? (
            <Answer name="Day">
              <WishedDay day={wishes.day} />
            </Answer>
          ) : null}
          {others.map(([name, text]) => (
            <Answer key={name} name={name}>
              {text}
            </Answer>
          ))}
          <Answer
            name={`Radio IDs every ${profile.radio_id_frequency} min, by ${VOICES[profile.voice_preference]}`}
          >
            {texts.length === 0 ? (
              <span className="text-muted">No texts, so the station’s name is spoken.</span>
            ) : (
              <RadioIdTexts texts={texts} />
            )}
          </Answer>
          {spotsEvery === null ? null : (
            <Answer name="Spots and announcements">
              {`Every ${spotsEvery} min, ${spots ?? 1} in a break`}
            </Answer>
          )}
          {profile.hears_first ? <Answer name="First air">After their yes</Answer> : null}
          {station?.setup_notes ? <Answer name="Setup notes">{station.setup_notes}</Answer> : null}
        </dl>
      ) : (
        <p className="text-muted">The customer has not sent the setup form yet.</p>
      )}
      {station ? <RatedTracks stationId={station.id} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button kind="secondary" size="small" onClick={() => open('messages', user.id)}>
          Messages
        </Button>
        <Button
          kind="secondary"
          size="small"
          aria-keyshortcuts="E"
          onClick={() => open('edit', user.id)}
        >
          Edit
        </Button>
      </div>
    </Card>
  );
}

const Answer = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-small text-muted">{name}</dt>
    <dd className="mt-0.5 whitespace-pre-line wrap-anywhere">{children}</dd>
  </div>
);

type Day = NonNullable<CustomerDetails['profile']['music_wishes']>['day'];

/** The parts of the day as a bar of 24 hours, and in words. */
function WishedDay({ day }: { day: Day }) {
  const spans = day.flatMap(({ from, to }, part) => {
    const [start, end] = [minutesOf(from), minutesOf(to) || DAY_MINUTES];
    if (end > start) return [{ part, start, end }];
    return [
      { part, start, end: DAY_MINUTES },
      { part, start: 0, end },
    ];
  });
  const percent = (minutes: number) => `${(minutes / DAY_MINUTES) * 100}%`;
  return (
    <>
      <span
        aria-hidden="true"
        className="relative mb-2 block h-6 overflow-hidden rounded-small bg-sunken"
      >
        {spans.map(({ part, start, end }) => (
          <span
            key={`${part} ${start}`}
            style={{ insetInlineStart: percent(start), width: percent(end - start) }}
            className={clsx('absolute inset-y-0', washOf(part))}
          />
        ))}
      </span>
      <ul className="flex flex-col gap-0.5">
        {day.map(({ from, to, energy }, part) => (
          <li key={`${from} ${to}`} className="tabular flex items-center gap-2">
            <span
              aria-hidden="true"
              className={clsx('size-3 flex-none rounded-small', washOf(part))}
            />
            {from}–{to} {ENERGY_DETAILS[energy].name}
          </li>
        ))}
      </ul>
    </>
  );
}
