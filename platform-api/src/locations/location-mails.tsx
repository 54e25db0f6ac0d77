/** @jsxRuntime automatic */
import { z } from 'zod';
import {
  LOCATION_STATUSES,
  SILENCE_MINUTES,
  STATUS_ADVICE,
  STATUS_DAYS,
} from '../../contract/locations/values.ts';
import { newsAbout } from '../mail/format.ts';
import { Action, LetterLayout, Paragraph, SmallPrint } from '../mail/letter-layout.tsx';
import { mail } from '../mail/send-mail.ts';
import { aboutStation, STATION, WHY } from '../stations/station-mails.tsx';

const pageOf = (publicUrl: string, id: string): string => `${publicUrl}/members/locations/${id}`;

const ALERTS = 'You can choose under Locations whether and how we tell you.';

/** With a reserve a location may play on without a line, so that it is not said to be silent. */
const silence = ({ reserve_until }: { reserve_until: string | null }) =>
  reserve_until === null ? 'is silent' : 'does not report';

const sound = ({ was_on_reserve }: { was_on_reserve: boolean }) =>
  was_on_reserve ? 'is back' : 'plays again';

/** Tells that a location is silent, or does not report, while it is open. */
export const locationSilent = mail({
  name: 'location-silent',
  payload: {
    ...STATION,
    location_id: z.uuid(),
    name: z.string(),
    status: z.enum(LOCATION_STATUSES),
    time: z.string(),
    reserve_until: z.string().nullable(),
  },
  subject: (location) => newsAbout(location.name, silence(location)),
  Body: ({ location_id, name, status, time, reserve_until, publicUrl, ...station }) => (
    <LetterLayout
      preview={reserve_until === null ? `No sound since ${time}.` : `No report since ${time}.`}
      heading={`${name} ${silence({ reserve_until })}`}
      why={WHY}
      station={station}
    >
      <Paragraph>
        {reserve_until === null
          ? `We have had no sound from ${name} since ${time}. It is open now.`
          : `We have had no report from ${name} since ${time}. It is open now.`}
      </Paragraph>
      {reserve_until !== null && (
        <Paragraph>
          {`If only its internet line is cut, it plays its reserve until about ${reserve_until}. If its power is off, it is silent.`}
        </Paragraph>
      )}
      {STATUS_ADVICE[status] === null ? null : <Paragraph>{STATUS_ADVICE[status]}</Paragraph>}
      <Action
        href={pageOf(publicUrl, location_id)}
        label="See the location"
        accent={station.accent_colour}
      />
      <SmallPrint>
        {`We write after ${SILENCE_MINUTES} minutes without sound within opening hours, and when it plays again. ${ALERTS}`}
      </SmallPrint>
    </LetterLayout>
  ),
});

/** Tells that a location plays again. */
export const locationPlaying = mail({
  name: 'location-playing',
  payload: {
    ...STATION,
    location_id: z.uuid(),
    name: z.string(),
    since: z.string(),
    was_on_reserve: z.boolean(),
  },
  subject: (location) => newsAbout(location.name, sound(location)),
  Body: ({ location_id, name, since, was_on_reserve, publicUrl, ...station }) => (
    <LetterLayout
      preview={was_on_reserve ? 'It reports again.' : 'The sound is back.'}
      heading={`${name} ${sound({ was_on_reserve })}`}
      why={WHY}
      station={station}
    >
      <Paragraph>
        {was_on_reserve
          ? `Its internet line was cut on ${since}. It played its reserve meanwhile, and is back on the live stream.`
          : `It was silent since ${since}. Now it plays again.`}
      </Paragraph>
      <Action
        href={pageOf(publicUrl, location_id)}
        label="See the location"
        accent={station.accent_colour}
      />
      <SmallPrint>{ALERTS}</SmallPrint>
    </LetterLayout>
  ),
});

/** How much of their opening hours the locations of a station played in a month. */
export const locationsMonth = mail({
  name: 'locations-month',
  payload: {
    ...STATION,
    month: z.string(),
    played_percent: z.number(),
    locations: z.array(z.object({ name: z.string(), played_percent: z.number() })),
  },
  subject: ({ month, played_percent, ...station }) =>
    aboutStation(station, `played ${played_percent}% of its hours in ${month}`),
  Body: ({ month, played_percent, locations, publicUrl, ...station }) => (
    <LetterLayout
      preview={`${month}: ${played_percent}%.`}
      heading={`${played_percent}% of your opening hours`}
      why={WHY}
      station={station}
    >
      <Paragraph>
        {`Your locations played ${played_percent}% of their opening hours in ${month}.`}
      </Paragraph>
      {locations.map(({ name, played_percent: own }) => (
        <Paragraph key={name}>{`${name}: ${own}%`}</Paragraph>
      ))}
      <Action
        href={`${publicUrl}/members/locations`}
        label="See your locations"
        accent={station.accent_colour}
      />
      <SmallPrint>{`Each location shows its last ${STATUS_DAYS} days. ${ALERTS}`}</SmallPrint>
    </LetterLayout>
  ),
});
