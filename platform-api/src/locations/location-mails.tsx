/** @jsxRuntime automatic */
import { z } from 'zod';
import {
  LOCATION_STATUSES,
  SILENCE_MINUTES,
  STATUS_ADVICE,
  STATUS_DAYS,
} from '../../contract/locations/values.ts';
import { Action, LetterLayout, Paragraph, SmallPrint } from '../mail/letter-layout.tsx';
import { mail } from '../mail/send-mail.ts';
import { WHY } from '../stations/station-mails.tsx';

const pageOf = (publicUrl: string, id: string): string => `${publicUrl}/members/locations/${id}`;

const ALERTS = 'You can choose under Locations whether and how we tell you.';

/** With a reserve a location may play on without a line, so that it is not said to be silent. */
const silentTitle = ({ name, reserve_until }: { name: string; reserve_until: string | null }) =>
  reserve_until === null ? `${name} is silent` : `${name} does not report`;

const playingTitle = ({ name, was_on_reserve }: { name: string; was_on_reserve: boolean }) =>
  was_on_reserve ? `${name} is back` : `${name} plays again`;

/** Tells that a location is silent, or does not report, while it is open. */
export const locationSilent = mail({
  name: 'location-silent',
  payload: {
    location_id: z.uuid(),
    name: z.string(),
    status: z.enum(LOCATION_STATUSES),
    time: z.string(),
    reserve_until: z.string().nullable(),
  },
  subject: silentTitle,
  Body: ({ location_id, name, status, time, reserve_until, publicUrl }) => (
    <LetterLayout
      preview={reserve_until === null ? `No sound since ${time}.` : `No report since ${time}.`}
      heading={silentTitle({ name, reserve_until })}
      why={WHY}
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
      <Action href={pageOf(publicUrl, location_id)} label="See the location" />
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
    location_id: z.uuid(),
    name: z.string(),
    since: z.string(),
    was_on_reserve: z.boolean(),
  },
  subject: playingTitle,
  Body: ({ location_id, name, since, was_on_reserve, publicUrl }) => (
    <LetterLayout
      preview={was_on_reserve ? 'It reports again.' : 'The sound is back.'}
      heading={playingTitle({ name, was_on_reserve })}
      why={WHY}
    >
      <Paragraph>
        {was_on_reserve
          ? `Its internet line was cut on ${since}. It played its reserve meanwhile, and is back on the live stream.`
          : `It was silent since ${since}. Now it plays again.`}
      </Paragraph>
      <Action href={pageOf(publicUrl, location_id)} label="See the location" />
      <SmallPrint>{ALERTS}</SmallPrint>
    </LetterLayout>
  ),
});

/** How much of their opening hours the locations of a station played in a month. */
export const locationsMonth = mail({
  name: 'locations-month',
  payload: {
    month: z.string(),
    played_percent: z.number(),
    locations: z.array(z.object({ name: z.string(), played_percent: z.number() })),
  },
  subject: ({ month, played_percent }) =>
    `Your locations played ${played_percent}% of their opening hours in ${month}`,
  Body: ({ month, played_percent, locations, publicUrl }) => (
    <LetterLayout
      preview={`${month}: ${played_percent}%.`}
      heading={`${played_percent}% of your opening hours`}
      why={WHY}
    >
      <Paragraph>
        {`Your locations played ${played_percent}% of their opening hours in ${month}.`}
      </Paragraph>
      {locations.map(({ name, played_percent: own }) => (
        <Paragraph key={name}>{`${name}: ${own}%`}</Paragraph>
      ))}
      <Action href={`${publicUrl}/members/locations`} label="See your locations" />
      <SmallPrint>{`Each location shows its last ${STATUS_DAYS} days. ${ALERTS}`}</SmallPrint>
    </LetterLayout>
  ),
});
